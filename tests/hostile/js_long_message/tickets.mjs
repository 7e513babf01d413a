// A message of 50 MB.

export function executeTool(name, args, context, records) {
  throw new Error("x".repeat(50_000_000));
}
