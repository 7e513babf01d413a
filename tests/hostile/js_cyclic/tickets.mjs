// Returns an object that holds itself.

export function executeTool(name, args, context, records) {
  const own = {};
  own.own = own;
  return own;
}
