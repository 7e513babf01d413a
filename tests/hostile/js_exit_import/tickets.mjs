// Leaves while it loads.

process.exit(0);

export function executeTool(name, args, context, records) {
  return null;
}
