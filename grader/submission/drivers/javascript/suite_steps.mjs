// Runs the steps of a command one after the other, as `&&` would, and ends as the last one that ran.
//
//     suite_steps.mjs TASK      (a JSON file: [{argv, env}, …])

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";

import { layModules } from "./suite_modules.mjs";

layModules(process.cwd());
for (const { argv, env } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const ran = spawnSync(argv[0], argv.slice(1), { stdio: "inherit", env: { ...process.env, ...env } });
  if (ran.error !== undefined) console.error(`there is no program called ${argv[0]} here`);
  if (ran.status !== 0) process.exit(ran.status ?? (ran.signal === null ? 127 : 128 + constants.signals[ran.signal]));
}
