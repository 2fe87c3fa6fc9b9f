// template-javascript: answers searches in lines of JSON with the search in search.mjs, or in
// another file.
//     node engine.mjs [FILE] # Node 20.15 or newer
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { crc32 } from "node:zlib";

// Standard output is for replies; whatever the search logs, even while it is loaded, goes to
// standard error.
globalThis.console = new console.Console(process.stderr);
const file = process.argv[2] ? pathToFileURL(resolve(process.argv[2])) : "./search.mjs";
const { default: makeSearch, declines, rules, about } = await import(file);

// A search that exports rules ranks what it finds, and is held to them.
const HELLO = {
  protocol: 1, name: "template-javascript", version: "1.0", language: `Node ${process.version}`,
  build: "release", clock: "process.hrtime", resolution_ns: 1, ...about,
  ...rules ? { contract: "ranked", rules }
    : { capabilities: { wants: ["rows", "page", "count", "digest"] } },
};

let profile, known, items, ids, search;

function load(request) {
  ({ profile } = request);
  items = search = undefined; // a second load replaces the first
  known = new Map(request.schema.columns.map(({ name, values }) => [name, values ?? []]));
  const data = readFileSync(request.rows);
  const hash = `${crc32(data).toString(16).padStart(8, "0")}-${data.length}`;
  items = data.toString().split("\n").slice(1, -1).map((line) => JSON.parse(line));
  ids = new Map(items.map((item, id) => [item, id]));
  return { rows: items.length, hash };
}

// The size of an index is the memory that is in use after its build and was not before. For a short
// list, it would be noise.
function build() {
  const reason = declines?.(profile);
  if (reason) return { skipped: reason };
  const isShort = items.length < 1000;
  const before = isShort ? 0 : memoryInUse();
  const start = process.hrtime.bigint();
  search = makeSearch(items, profile);
  expect(typeof search === "function", "export a function that returns a function of the text");
  const elapsed = since(start);
  return { elapsed_ns: elapsed, index_bytes: isShort ? 0 : Math.max(0, memoryInUse() - before) };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
function memoryInUse() {
  // Some of what is no longer used is only freed by a later collection.
  for (let pass = 0; pass < 4; pass++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// The values that an item must have, by column. An unknown value constrains nothing.
function filters(tokens, scope) {
  const wanted = new Map();
  for (const { facet, value } of tokens) {
    if (known.get(facet).includes(value)) wanted.set(facet, [...wanted.get(facet) ?? [], value]);
  }
  const columns = [...wanted];
  if (scope !== null && scope !== profile.scope.allTitle) {
    columns.push([profile.scope.facet, scope === "" ? [] : [scope]]);
  }
  return columns;
}

// A keystroke, which is timed as a whole: the matching items.
function find({ text, tokens, scope }) {
  let found = search(text);
  expect(found === undefined || Array.isArray(found), "return an array, not a promise");
  if (text === "") found = undefined; // the profile says what an empty field shows
  if (!found && tokens.length === 0) return profile.empty === "browse" ? items : [];
  return filters(tokens, scope).reduce(
    (found, [name, values]) => found.filter((item) => values.includes(item[name])), found ?? items);
}

const deliveries = {
  rows: (ids) => ({ rows: ids }),
  page: (ids) => ({ rows: ids.slice(0, 50) }),
  count: () => ({}),
  digest: (ids) => ({ digest: crc32(new Uint8Array(new Uint32Array(ids).buffer)) }),
};

// A keystroke in a list that is ranked: the best items, all of them if the limit is 0.
function rank({ text, limit }) {
  const found = search(text, limit);
  expect(Array.isArray(found), "return an array, not a promise");
  return limit > 0 ? found.slice(0, limit) : found;
}

function ranked(found) {
  const hasScores = found.length > 0 && found.every((result) => result.score !== undefined);
  return {
    ids: places(found.map((result) => result.item ?? result)),
    ...hasScores ? { scores: found.map((result) => result.score) } : {},
  };
}

function places(found) {
  const rows = found.map((item) => ids.get(item));
  expect(!rows.includes(undefined), "return the items of the list themselves, not copies or texts");
  return rows;
}

function query(request) {
  const elapsed = [];
  let found;
  for (let round = 0; round < request.repeat; round++) {
    const start = process.hrtime.bigint();
    found = rules ? rank(request) : find(request);
    elapsed.push(since(start));
  }
  if (rules) return { id: request.id, elapsed_ns: elapsed, ...ranked(found) };
  const rows = places(found);
  rows.sort((first, second) => first - second); // a search may show its items in any order
  expect(rows.every((id, place) => rows[place - 1] !== id), "return each item once");
  const delivered = deliveries[request.want](rows);
  return { id: request.id, elapsed_ns: elapsed, count: found.length, ...delivered };
}

function expect(isRight, advice) {
  if (!isRight) throw new Error(`${process.argv[2] ?? "search.mjs"} must ${advice}`);
}

const since = (start) => Number(process.hrtime.bigint() - start);

const steps = { hello: () => HELLO, load, build, query, bye: () => ({}) };

function reply(line) {
  try {
    const request = JSON.parse(line);
    return { type: request.type, ...steps[request.type](request) };
  } catch (error) {
    // The place is in the second line.
    return { type: "error", error: error.stack.split("\n").slice(0, 2).join("") };
  }
}

// Not with readline, which also splits at characters that a line may contain, such as U+2028.
let rest = "";
process.stdin.setEncoding("utf8");
input: for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const answer = reply(line);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (answer.type === "bye") break input;
  }
}
