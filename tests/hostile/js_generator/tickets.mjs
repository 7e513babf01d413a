// Yields instead of returning.

export function* executeTool(name, args, context, records) {
  yield null;
}
