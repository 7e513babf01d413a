// Fetches a page from the grader's own port.

export function executeTool(name, args, context, records) {
  return fetch(`http://127.0.0.1:${args.port}/`);
}
