// The processes of a turn, each run to its end or to its time: in a group of its own, so that nothing of it is left.

import { spawn } from "node:child_process";

const KEPT = 16_384;

/** A process that was started, with the last that it printed. */
class Running {
  printed = "";

  constructor(argv, options) {
    this.child = spawn(argv[0], argv.slice(1), { ...options, detached: true });
    this.ended = new Promise((done) => {
      this.child.on("error", () => done(127));
      this.child.on("exit", (status, signal) => done(signal === null ? status : -1));
    });
    const hear = (data) => {
      this.printed = (this.printed + data).slice(-KEPT);
    };
    this.child.stdout.on("data", hear);
    this.child.stderr.on("data", hear);
  }

  stop() {
    try {
      process.kill(-this.child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
    }
  }
}

/** What comes first: the promise, or the end of the time; then `late` is true. */
async function within(seconds, promise) {
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(() => done("late"), Math.max(0, seconds * 1000));
  });
  const found = await Promise.race([promise, late]);
  clearTimeout(timer);
  return found;
}

/** Run a command; how it ended: `status`, `late`, and the last that it printed. */
export async function ran(argv, { cwd, env, seconds }) {
  const running = new Running(argv, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const status = await within(seconds, running.ended);
  if (running.child.pid !== undefined) running.stop();
  return { status, late: status === "late", printed: running.printed };
}

/** A process that lives from turn to turn; after one that it did not survive another is started. */
export class Host {
  #running;
  #turns = 0;

  /** `most`: so many turns are played by one process. */
  constructor(argv, env, most) {
    this.argv = argv;
    this.env = env;
    this.most = most;
  }

  async ask(message, seconds) {
    if (this.#turns >= this.most) this.stop();
    this.#running ??= new Running(this.argv, { env: this.env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    const running = this.#running;
    this.#turns += 1;
    running.printed = "";
    const answered = new Promise((done) => {
      running.child.removeAllListeners("message").on("message", (said) => said === "ended" && done("answered"));
    });
    running.child.send(message, () => {}); // a process that has ended shows by its status
    const status = await within(seconds, Promise.race([answered, running.ended]));
    if (status !== "answered") this.stop();
    return { status: status === "answered" ? 0 : status, late: status === "late", printed: running.printed };
  }

  stop() {
    this.#running?.stop();
    this.#running = undefined;
    this.#turns = 0;
  }
}
