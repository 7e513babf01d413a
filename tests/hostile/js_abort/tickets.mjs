// Aborts.

export function executeTool(name, args, context, records) {
  process.abort();
}
