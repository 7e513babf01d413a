// A pattern that backtracks without end.

export function executeTool(name, args, context, records) {
  return /^(a+)+$/.test("a".repeat(64) + "b");
}
