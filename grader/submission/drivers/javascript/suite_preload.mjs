// Loaded before the tests that Node's own runner runs: keeps the name of the test at hand where the watch looks for it.
// With TAKEHOME_BACKWARDS set, what a file declares is declared in the reverse order.

import * as loading from "node:module";
import * as runner from "node:test";

const TEST = Symbol.for("takehome.test");
const prefix = process.env.TAKEHOME_FILE ? `${process.env.TAKEHOME_FILE} > ` : "";

runner.beforeEach((context) => {
  globalThis[TEST] = prefix + (context.fullName ?? context.name);
});
runner.afterEach(() => {
  globalThis[TEST] = globalThis[TEST].split(" > ", 1)[0];
});

if (process.env.TAKEHOME_BACKWARDS && loading.registerHooks !== undefined) {
  const reversed = new URL("./suite_backwards.mjs", import.meta.url).href;
  loading.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "node:test" && context.parentURL !== reversed && !context.parentURL?.endsWith("/suite_files.mjs")
        ? { url: reversed, shortCircuit: true }
        : next(specifier, context),
  });
}
