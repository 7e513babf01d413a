// Answers, and keeps a timer that never ends.

export function executeTool(name, args, context, records) {
  setInterval(() => {}, 1000);
  return "right";
}
