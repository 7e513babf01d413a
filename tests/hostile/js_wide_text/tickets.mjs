// Returns 2 MB of text.

export function executeTool(name, args, context, records) {
  return "x".repeat(2_000_000);
}
