// Plays a hand-in's tests against one adapter after the other, and reports a JSON line for each.
//
//     suite_runner.mjs REPORT TASK      (in the hand-in's copy; REPORT is a descriptor, TASK a JSON file)
//
// The tests run by their own runner, on a tree in which a watch lies over the function. Each turn has processes of its
// own, but for Jest, which keeps turns apart itself.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";

import { withPrograms } from "./suite_modules.mjs";
import { overlay } from "./suite_overlay.mjs";
import { Suite, text } from "./suite_told.mjs";
import { copyTree, Place } from "./suite_turn.mjs";

const TURNS = "takehome-turns";
const FIRST = 120;
const LEAST = 5;
const TIMES = 10;
const BACKWARDS = ["node", "jest"];
const [, , descriptor, path] = process.argv;
const task = JSON.parse(readFileSync(path, "utf8"));
const { kind } = task.runner;
const ends = performance.now() + task.seconds * 1000;
const [base, plain] = ["base", "plain"].map((name) => resolve(TURNS, name));
task.skipped = [TURNS, task.bench, ".takehome-modules", "node_modules"];
for (const [name, [call, rows]] of Object.entries(task.marks))
  task.marks[name] = { call: text(call), rows: text(rows) };
const suite = new Suite(task.marks, report, kind !== "whole");
const places = Array.from({ length: task.jobs }, (_, n) => new Place(task, resolve(TURNS, `place-${n}`)));

/** Write a line for whoever started us. */
function report(line) {
  let data = Buffer.from(`${JSON.stringify(line)}\n`);
  while (data.length > 0) data = data.subarray(written(data));
}

function written(data) {
  try {
    return writeSync(Number(descriptor), data);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}

function left() {
  return (ends - performance.now()) / 1000;
}

/** The tree as the command builds it, and the same with the watch over the function. Whether it could be built. */
function lay() {
  mkdirSync(TURNS);
  copyTree(process.cwd(), plain, task.skipped);
  for (const { argv, env } of task.before) {
    const ran = spawnSync(argv[0], argv.slice(1), {
      cwd: plain,
      stdio: "inherit",
      env: withPrograms(plain, { ...process.env, ...env }),
    });
    if (ran.status !== 0) return false;
  }
  copyTree(plain, base);
  overlay(base, task, task.skipped);
  return true;
}

/**
 * The own tests on the own code: how they went, and how to play them from now on. At first with a process for each
 * file, or for the turn; then in one for many where the same comes out.
 */
async function first(turn) {
  const [place] = places;
  const how = { base, seconds: Math.min(FIRST, left()), apart: BACKWARDS.includes(kind) };
  const own = await place.play(turn, how);
  if (own.end === "timeout") return { own, how };
  if (isRed(own)) {
    const bare = await place.play(turn, { ...how, base: plain });
    if (looks(bare) !== looks(own)) return { own: bare, how, disturbed: true };
  }
  if (!how.apart) return { own, how };
  const together = await place.play(turn, { ...how, apart: false });
  return looks(together) === looks(own) ? { own: together, how: { ...how, apart: false } } : { own, how };
}

function isRed({ end, results: { tests, groups } }) {
  return end !== "done" || groups.length > 0 || [...tests.values()].some(({ outcome }) => outcome === "failed");
}

/** What a turn showed, as text: the same for two that went alike. */
function looks({ end, results: { tests } }) {
  return `${end === "done"} ${JSON.stringify([...tests].map(([name, { outcome }]) => [name, outcome]).sort())}`;
}

async function main() {
  if (!lay()) return;
  const [begin, ...turns] = task.turns;
  const { own, how, disturbed } = await first(begin);
  suite.learn(own.results);
  suite.observe(begin.kind, own.told);
  suite.tell(own);
  if (isRed(own)) report({ printed: own.printed });
  const canPlay = !disturbed && own.end !== "timeout";
  const next = { ...how, usual: suite.usual, seconds: Math.max(LEAST, TIMES * own.seconds) };
  const observing = turns.filter((turn) => turn.observe);
  for (const turn of observing) await one(turn, places[0], next, canPlay);
  const waiting = turns.filter((turn) => !turn.observe);
  await Promise.all(
    places.map(async (place) => {
      while (waiting.length > 0) await one(waiting.shift(), place, next, canPlay);
    }),
  );
  for (const place of places) place.host.stop();
  report({ idle: suite.idle() });
}

async function one(turn, place, how, canPlay) {
  const seconds = Math.min(how.seconds, left());
  const nothing = { tests: new Map(), groups: [] };
  if (!canPlay || seconds <= 0 || (turn.backwards && !BACKWARDS.includes(kind))) {
    report({ turn: turn.name, end: "not_run", seconds: 0, red: {}, skipped: {} });
    return;
  }
  const files = turn.mark === undefined ? undefined : suite.filesOf(turn.mark);
  if (files?.length === 0) return suite.tell({ turn, end: "done", results: nothing, told: [], seconds: 0 }, files);
  const played = await place.play(turn, { ...how, seconds, only: files });
  if (turn.observe) suite.observe(turn.kind, played.told);
  suite.tell(played, files);
}

await main();
