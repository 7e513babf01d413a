// An error whose message raises.

export function executeTool(name, args, context, records) {
  throw Object.defineProperty(new Error("x"), "message", { get() { throw new Error("y"); } });
}
