// Runs files of tests for Node's own runner: one as it is, several as one group each in this same process.
//
//     suite_files.mjs FILE …

import { openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { before, describe } from "node:test";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const report = openSync(process.env.TAKEHOME_RESULTS, "a");
const files = process.argv.slice(2);

if (process.env.TAKEHOME_FILE) await alone(files[0]);
else for (const file of files) describe(file, () => together(file));

/** Whatever is called from now on, outside of a test, is this file's. */
function here(file) {
  globalThis[Symbol.for("takehome.test")] = file;
}

async function alone(file) {
  here(file);
  try {
    await import(pathToFileURL(resolve(file)).href);
    flush();
  } catch (error) {
    broken(file, error);
  }
}

function together(file) {
  before(() => here(file));
  here(file);
  try {
    require(resolve(file));
    flush();
  } catch (error) {
    broken(file, error);
  }
}

function flush() {
  globalThis[Symbol.for("takehome.flush")]?.();
}

function broken(file, error) {
  writeSync(
    report,
    `${JSON.stringify({ group: file, broken: true, says: String(error?.stack ?? error).slice(0, 4000) })}\n`,
  );
}
