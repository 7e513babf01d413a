// Runs Jest again and again in one process: each message {root, env, argv} is one run, each answer says that it ended.
// Jest gives every file of tests globals and modules of its own, so nothing of the hand-in stays from run to run.

import { createRequire } from "node:module";
import { join } from "node:path";

process.env.NODE_ENV ??= "test";

process.on("message", async ({ root, env, argv }) => {
  process.chdir(root);
  Object.assign(process.env, env);
  try {
    await createRequire(join(root, "package.json"))("jest").run(argv, root);
  } catch (error) {
    console.error(error);
  }
  process.exitCode = 0;
  process.send("ended");
});
