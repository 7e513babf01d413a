// Throws undefined.

export function executeTool(name, args, context, records) {
  throw undefined;
}
