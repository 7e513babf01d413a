// Takes the iterator away from every array.

export function executeTool(name, args, context, records) {
  Array.prototype[Symbol.iterator] = null;
  return null;
}
