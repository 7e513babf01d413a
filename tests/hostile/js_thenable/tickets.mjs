// Returns what looks like a promise and is none.

export function executeTool(name, args, context, records) {
  return { then(resolve) { resolve(1); } };
}
