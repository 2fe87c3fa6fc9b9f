// template-javascript: put your own index into `build` and `find`.
// It declines profiles that ignore accents (cd) or search numbers, and answers all others.
//     node engine.mjs # Node 20.15 or newer
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";

const HELLO = {
  protocol: 1, name: "template-javascript", version: "1.0", language: `Node ${process.version}`,
  build: "release", clock: "process.hrtime", resolution_ns: 1,
  capabilities: { wants: ["rows", "page", "count", "digest"] },
};

let profile, known, rows, texts;

// The reason for declining a profile; nothing if it is answered.
function obstacle({ folding, numericFields }) {
  if (folding === "cd")
    return "accents are not ignored here (folding cd); pass a profile with folding c";
  if (numericFields.length > 0)
    return "numbers are only text here (numericFields); pass a profile without numeric";
}

function load(request) {
  ({ profile } = request);
  rows = texts = undefined; // a second load replaces the first
  const skipped = obstacle(profile);
  if (skipped) return { skipped };
  known = new Map(request.schema.columns.map(({ name, values }) => [name, values ?? []]));
  const data = readFileSync(request.rows);
  rows = data.toString().split("\n").slice(1, -1).map((line) => JSON.parse(line));
  return { rows: rows.length, hash: `${crc32(data).toString(16).padStart(8, "0")}-${data.length}` };
}

// The rows are folded once, here; this is the place for your index.
function build() {
  const start = process.hrtime.bigint();
  texts = profile.textFields.map(({ name }) => rows.map((row) => fold(row[name])));
  const size = texts.flat().reduce((sum, text) => sum + 2 * text.length, 0);
  return { elapsed_ns: since(start), index_bytes: size };
}

// JavaScript lacks case folding, but lower, upper and lower case in turn have the same effect on
// every letter but one, the dotless ı. Whole texts would differ: at the end of a word, Σ becomes ς.
function fold(text) {
  if (profile.folding === "exact") return text.normalize("NFC");
  return text.normalize("NFD")
    .replace(/[^\0-\x7Fı]/gu, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .toLowerCase().normalize("NFC");
}

// White space is what Unicode calls so, which is not what trim() removes.
function terms(text) {
  let raw = [text];
  if (profile.terms === "splitAND") raw = text.split(/\p{White_Space}+/u);
  else if (profile.trim === "whitespace") {
    raw = [text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")];
  }
  return raw.map(fold).filter((term) => term !== "");
}

const wordStart = /(?<![\p{L}\p{M}\p{N}])/uy;
const matches = {
  contains: (text, term) => text.includes(term),
  prefix: (text, term) => text.startsWith(term),
  equality: (text, term) => text === term,
  wordPrefix(text, term) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
      wordStart.lastIndex = at;
      if (wordStart.test(text)) return true;
    }
    return false;
  },
};

// The values that a row must have, by column. An unknown value constrains nothing.
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

// A keystroke, which is timed as a whole: the ids of the matching rows.
function find({ text, tokens, scope }) {
  const needles = terms(text);
  if (needles.length === 0 && tokens.length === 0) {
    return profile.empty === "browse" ? [...rows.keys()] : [];
  }
  const columns = filters(tokens, scope);
  const fields = profile.textFields.map(({ match }, field) => [matches[match], texts[field]]);
  const ids = [];
  for (let row = 0; row < rows.length; row++) {
    if (needles.every((needle) => fields.some(([isIn, text]) => isIn(text[row], needle)))
      && columns.every(([name, values]) => values.includes(rows[row][name]))) ids.push(row);
  }
  return ids;
}

const deliveries = {
  rows: (ids) => ({ rows: ids }),
  page: (ids) => ({ rows: ids.slice(0, 50) }),
  count: () => ({}),
  digest: (ids) => ({ digest: crc32(new Uint8Array(new Uint32Array(ids).buffer)) }),
};

function query(request) {
  const elapsed = [];
  let ids;
  for (let round = 0; round < request.repeat; round++) {
    const start = process.hrtime.bigint();
    ids = find(request);
    elapsed.push(since(start));
  }
  const delivered = deliveries[request.want](ids);
  return { id: request.id, elapsed_ns: elapsed, count: ids.length, ...delivered };
}

const since = (start) => Number(process.hrtime.bigint() - start);

const steps = { hello: () => HELLO, load, build, query, bye: () => ({}) };

function reply(line) {
  try {
    const request = JSON.parse(line);
    return { type: request.type, ...steps[request.type](request) };
  } catch (error) {
    return { type: "error", error: String(error) };
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
