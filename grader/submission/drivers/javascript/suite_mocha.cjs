// A reporter for Mocha: writes what became of each test to the file TAKEHOME_RESULTS, in JSON lines, as the one for
// Node's own runner does; and keeps the name of the test at hand where the watch looks for it.

const { openSync, writeSync } = require("node:fs");
const { relative, sep } = require("node:path");
const { inspect } = require("node:util");

const TEST = Symbol.for("takehome.test");
const SAYS = 4_000;
const SEPARATOR = " > ";

/** The file of a test or hook, as the hand-in has it. */
function fileOf({ file }) {
  return file === undefined ? "" : relative(process.cwd(), file).split(sep).join("/");
}

function nameOf(test) {
  return [fileOf(test), ...test.titlePath()].join(SEPARATOR);
}

module.exports = class Reporter {
  constructor(runner) {
    this.report = openSync(process.env.TAKEHOME_RESULTS, "a");
    runner.on("test", (test) => (globalThis[TEST] = nameOf(test)));
    runner.on("test end", (test) => (globalThis[TEST] = fileOf(test)));
    runner.on("pass", (test) => this.tell({ test: nameOf(test), outcome: "passed", says: "" }));
    runner.on("pending", (test) => this.tell({ test: nameOf(test), outcome: "skipped", says: "" }));
    runner.on("fail", (test, error) => this.fell(test, inspect(error, { colors: false }).slice(0, SAYS)));
    runner.on("end", () => this.tell({ end: true }));
  }

  /** A hook that fails takes with it what is left of its group. */
  fell(test, says) {
    if (test.type !== "hook") this.tell({ test: nameOf(test), outcome: "failed", says });
    else this.tell({ group: [fileOf(test), ...test.parent.titlePath()].join(SEPARATOR), says });
  }

  tell(line) {
    writeSync(this.report, `${JSON.stringify(line)}\n`);
  }
};
