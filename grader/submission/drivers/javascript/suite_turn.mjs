// One turn: the tests once, in a fresh copy of the tree, against what answers in this turn.

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { filesBelow } from "./suite_overlay.mjs";
import { layModules, withPrograms } from "./suite_modules.mjs";
import { chosen } from "./suite_names.mjs";
import { Host, ran } from "./suite_process.mjs";
import { jsonLines, ofJson, ofMocha, ofNode, ofWhole } from "./suite_results.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const MODULES = "node_modules";
const BINS = { jest: "jest/bin/jest.js", vitest: "vitest/vitest.mjs" };
const MOCHA = ["mocha/bin/mocha.js", "mocha/bin/mocha"];
const TURNS = 40;
const JEST = ["--runInBand", "--silent", "--ci", "--coverage=false", "--json"];
// `--silent` takes a word that follows it for its value.
const VITEST = ["--silent", "--reporter=json", "--no-file-parallelism", "--coverage.enabled=false"];

/** A copy of a tree but for what is `skipped` at its top; the packages that are installed here are linked into it. */
export function copyTree(from, to, skipped = []) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === MODULES || skipped.includes(name)) continue;
    cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }
  layModules(to);
}

/** Plays turns in one place; `apart`: each file of tests in a process of its own. */
export class Place {
  constructor(task, folder) {
    this.task = task;
    this.folder = folder;
    this.root = join(folder, "tree");
    const { runner, test } = task;
    const argv = [process.execPath, ...runner.flags, join(HERE, "suite_jest.mjs")];
    this.host = new Host(argv, { ...process.env, ...test.env }, TURNS);
  }

  /** What became of the tests, what the watch told, how it ended and after how many seconds. */
  async play(turn, { base, seconds, usual = {}, apart = false, only }) {
    const begun = performance.now();
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    copyTree(base, this.root);
    this.lay(turn, usual);
    const left = () => seconds - (performance.now() - begun) / 1000;
    const { results, late, printed, status } = await this.run(turn, { left, apart, only });
    const told = jsonLines(this.at("watch.jsonl"));
    const end = late ? "timeout" : results.complete ? "done" : `ended early with status ${status}`;
    return { turn, end, results, told, printed, seconds: (performance.now() - begun) / 1000 };
  }

  at(name) {
    return join(this.folder, name);
  }

  /** Write down what the watch is to do. */
  lay({ kind, file, spoiled, observe, backwards, mark }, usual) {
    const { function: name, marks } = this.task;
    const told = { kind, function: name, observe, backwards, usual, report: this.at("watch.jsonl") };
    if (file !== undefined) told.file = join(HERE, file);
    if (mark !== undefined) told.spoiled = { ...marks[mark], reply: JSON.stringify(spoiled) };
    writeFileSync(this.at("turn.json"), JSON.stringify(told));
  }

  run(turn, how) {
    const { kind } = this.task.runner;
    if (kind === "node") return this.node(turn, how);
    if (kind === "mocha") return this.mocha(how);
    return kind === "whole" ? this.whole(how) : this.json(kind, how);
  }

  own() {
    return { TAKEHOME_TURN: this.at("turn.json"), TAKEHOME_RESULTS: this.at("results.jsonl") };
  }

  env(more = {}) {
    const cache = { NODE_COMPILE_CACHE: resolve(this.folder, "../cache") };
    return { ...withPrograms(this.root, process.env), ...cache, ...this.task.test.env, ...this.own(), ...more };
  }

  /** The files of tests for Node's own runner. */
  files() {
    const { runner, skipped } = this.task;
    return chosen(this.root, filesBelow(this.root, skipped), runner.arguments);
  }

  async node({ backwards }, { left, apart, only }) {
    const files = only ?? this.files();
    const ordered = backwards ? files.toReversed() : files;
    const more = backwards ? { TAKEHOME_BACKWARDS: "1" } : {};
    const processes = apart ? ordered.map((file) => [file]) : [ordered];
    let last = { status: 0, late: false, printed: "" };
    for (const group of processes) {
      const env = this.env(apart ? { ...more, TAKEHOME_FILE: group[0] } : more);
      last = await ran(this.nodeArgv(group), { cwd: this.root, env, seconds: left() });
      if (last.late) break;
    }
    return { ...last, results: ofNode(this.at("results.jsonl"), this.root, processes.length) };
  }

  nodeArgv(files) {
    const url = (name) => pathToFileURL(join(HERE, name)).href;
    const reporter = [`--test-reporter=${url("suite_reporter.mjs")}`, "--test-reporter-destination=stdout"];
    const { flags } = this.task.runner;
    return [
      process.execPath,
      "--no-warnings",
      ...flags,
      "--import",
      url("suite_preload.mjs"),
      ...reporter,
      join(HERE, "suite_files.mjs"),
      ...files,
    ];
  }

  async mocha({ left }) {
    const { flags, arguments: words } = this.task.runner;
    const [bin] = MOCHA.map((name) => join(this.root, MODULES, name)).filter((path) => existsSync(path));
    const argv = [process.execPath, ...flags, bin, ...words, "--reporter", join(HERE, "suite_mocha.cjs")];
    const ended = await ran(argv, { cwd: this.root, env: this.env(), seconds: left() });
    return { ...ended, results: ofMocha(this.at("results.jsonl"), this.root) };
  }

  async json(kind, { left, apart, only }) {
    const output = this.at("results.json");
    const { flags, arguments: words } = this.task.runner;
    const files = words.length === 0 ? only : undefined;
    const argv = [...(kind === "jest" ? jest(words, files) : vitest(words, files)), `--outputFile=${output}`];
    const bin = join(this.root, MODULES, BINS[kind]);
    const ended =
      kind === "jest" && !apart
        ? await this.host.ask({ root: this.root, env: this.own(), argv }, left())
        : await ran([process.execPath, ...flags, bin, ...argv], { cwd: this.root, env: this.env(), seconds: left() });
    return { ...ended, results: ofJson(output, this.root) };
  }

  async whole({ left }) {
    const { command, test } = this.task;
    const ended = await ran(test.argv, { cwd: this.root, env: this.env(), seconds: left() });
    return { ...ended, results: ofWhole(command, this.root, ended) };
  }
}

function jest(words, files) {
  return [...JEST, ...words, ...(files === undefined ? [] : ["--runTestsByPath", ...files])];
}

function vitest(words, files = []) {
  return ["run", ...VITEST, ...words, ...files];
}
