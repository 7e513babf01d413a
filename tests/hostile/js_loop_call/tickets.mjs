// Never answers.

export function executeTool(name, args, context, records) {
  for (;;) {}
}
