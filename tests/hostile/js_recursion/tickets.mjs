// Calls itself without end.

export function executeTool(name, args, context, records) {
  return executeTool(name, args, context, records);
}
