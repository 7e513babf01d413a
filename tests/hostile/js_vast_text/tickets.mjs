// Returns 300 MB of text.

export function executeTool(name, args, context, records) {
  return "x".repeat(300_000_000);
}
