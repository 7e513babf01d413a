// Returns an array of four thousand million holes.

export function executeTool(name, args, context, records) {
  const own = [];
  own.length = 2 ** 32 - 1;
  return own;
}
