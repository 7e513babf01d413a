// Waits without end while it loads.

await new Promise(() => setInterval(() => {}, 1000));

export function executeTool(name, args, context, records) {
  return null;
}
