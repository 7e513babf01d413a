// Kills itself.

export function executeTool(name, args, context, records) {
  process.kill(process.pid, "SIGKILL");
  for (;;) {}
}
