// Never finishes loading.

for (;;) {}

export function executeTool(name, args, context, records) {
  return null;
}
