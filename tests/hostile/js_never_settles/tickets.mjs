// A promise that never settles.

export function executeTool(name, args, context, records) {
  return new Promise(() => {});
}
