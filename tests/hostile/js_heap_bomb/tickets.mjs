// Fills the heap.

export function executeTool(name, args, context, records) {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
}
