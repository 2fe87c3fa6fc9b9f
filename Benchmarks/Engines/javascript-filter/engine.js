#!/usr/bin/env node
// The filter that an app would contain: it lower-cases every text, and filters the array on each key.
"use strict";
const fs = require("fs");
const zlib = require("zlib");

const hello = {
  protocol: 1, name: "javascript-filter", version: "1.0", language: `javascript ${process.version}`,
  build: "node", clock: "process.hrtime.bigint", resolution_ns: 1,
  capabilities: { wants: ["rows", "page", "count"] },
};
let profile, rows, texts, known;

function fold(text) {
  if (profile.folding === "exact") return text;
  const lower = text.toLowerCase();
  return profile.folding === "cd" ? lower.normalize("NFD").replace(/\p{M}/gu, "") : lower;
}

// zlib.crc32 needs Node 22.
function crc32(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

function load(request) {
  const data = fs.readFileSync(request.rows);
  profile = request.profile;
  known = new Map(request.schema.columns.map((column) => [column.name, column.values ?? []]));
  rows = data.toString("utf8").split("\n").slice(1).filter(Boolean).map((line) => JSON.parse(line));
  const crc = (zlib.crc32 ? zlib.crc32(data) : crc32(data)).toString(16).padStart(8, "0");
  return { rows: rows.length, hash: `${crc}-${data.length}` };
}

function build() {
  if (profile.folding === "loose") return { skipped: "apps have no folding like loose" };
  const start = process.hrtime.bigint();
  texts = rows.map((row) => profile.textFields.map((field) => fold(row[field.name])));
  const characters = texts.flat().reduce((sum, text) => sum + text.length, 0);
  return { elapsed_ns: Number(process.hrtime.bigint() - start), index_bytes: characters };
}

function occurs(term, text, match) {
  switch (match) {
    case "contains": return text.includes(term);
    case "prefix": return text.startsWith(term);
    case "equality": return text === term;
    default: return text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(term));
  }
}

function find(text, tokens, scope) {
  const typed = fold(profile.trim === "whitespace" ? text.trim() : text);
  const terms = profile.terms === "splitAND" ? typed.split(/\s+/).filter(Boolean) : [typed];
  const filters = new Map();
  for (const { facet, value } of tokens) {
    if (!known.get(facet).includes(value)) continue;
    filters.set(facet, (filters.get(facet) ?? []).concat(value));
  }
  if (terms.every((term) => term === "") && filters.size === 0 && tokens.length === 0) {
    return profile.empty === "browse" ? rows.map((_, index) => index) : [];
  }
  const isAll = scope === null || scope === profile.scope?.allTitle;
  const found = [];
  rows.forEach((row, index) => {
    if (!isAll && row[profile.scope.facet] !== scope) return;
    for (const [facet, values] of filters) if (!values.includes(row[facet])) return;
    const matches = terms.every((term) =>
      profile.textFields.some((field, place) => occurs(term, texts[index][place], field.match))
      || profile.numericFields.some((name) => row[name] !== "" && row[name] === term));
    if (matches) found.push(index);
  });
  return found;
}

function query(request) {
  const elapsed = [];
  let ids = [];
  for (let count = 0; count < request.repeat; count++) {
    const start = process.hrtime.bigint();
    ids = find(request.text, request.tokens, request.scope ?? null);
    elapsed.push(Number(process.hrtime.bigint() - start));
  }
  const parts = { rows: { rows: ids }, page: { rows: ids.slice(0, 50) }, count: {} };
  return { id: request.id, elapsed_ns: elapsed, count: ids.length, ...parts[request.want] };
}

const steps = { hello: () => hello, load, build, query, bye: () => ({}) };

function reply(line) {
  try {
    const request = JSON.parse(line);
    return { type: request.type, ...steps[request.type](request) };
  } catch (error) {
    return { type: "error", error: String(error) };
  }
}

// The module readline would also split at characters that a line may contain, such as U+2028.
async function serve() {
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const answer = reply(line);
      process.stdout.write(JSON.stringify(answer) + "\n");
      if (answer.type === "bye") return;
    }
  }
}

if (process.argv[2] === "--version") {
  console.log(`javascript-filter 1.0, node ${process.version}`);
} else {
  serve();
}
