// Fills memory outside the heap. At most 2 GB.

export function executeTool(name, args, context, records) {
  const kept = [];
  for (let n = 0; n < 128; n += 1) kept.push(Buffer.alloc(16 * 1024 ** 2, "x"));
  const until = Date.now() + 3000;
  while (Date.now() < until);
  return kept.length;
}
