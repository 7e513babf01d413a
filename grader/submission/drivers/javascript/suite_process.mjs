// One command of a turn, run to its end or to its time: in a group of its own, so that nothing of it is left.

import { spawn } from "node:child_process";

const KEPT = 16_384;

/** How it ended: `status`, `late`, and the last that it printed. */
export function ran(argv, { cwd, env, seconds }) {
  return new Promise((done) => {
    const child = spawn(argv[0], argv.slice(1), { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    let late = false;
    const hear = (data) => {
      printed = (printed + data).slice(-KEPT);
    };
    const end = (status) => {
      clearTimeout(timer);
      stop(child.pid);
      done({ status, late, printed });
    };
    const timer = setTimeout(() => {
      late = true;
      stop(child.pid);
    }, Math.max(0, seconds * 1000));
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", () => end(127));
    child.on("exit", (status, signal) => end(signal === null ? status : -1));
  });
}

function stop(pid) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}
