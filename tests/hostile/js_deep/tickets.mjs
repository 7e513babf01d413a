// Returns 100,000 arrays in each other.

export function executeTool(name, args, context, records) {
  let own = [];
  for (let n = 0; n < 100_000; n += 1) own = [own];
  return own;
}
