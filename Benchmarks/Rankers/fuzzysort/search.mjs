// fuzzysort, through the engine in ../../Engines/template-javascript.
import { createRequire } from "node:module";

// Debian's package, or that of npm where this file is.
const require = createRequire(import.meta.url);
const load = (name) => {
  for (const folder of ["/usr/lib/nodejs/", "/usr/share/nodejs/"]) {
    try {
      return require(folder + name);
    } catch { /* it is somewhere else */ }
  }
  return require(name);
};
let fuzzysort;
try {
  fuzzysort = load("fuzzysort");
} catch (error) {
  console.error(error.message.split("\n")[0]);
  process.exit(127); // it is not installed
}

export const about = { name: "fuzzysort", version: load("fuzzysort/package.json").version };
if (process.argv[2] === "--version") console.log(`${about.name} ${about.version}`);

// The documentation promises nothing else.
export const rules = { family: "subsequence" };

export default (items) => {
  const targets = items.map((item) => ({ item, text: fuzzysort.prepare(item.text) }));
  return (text, limit) =>
    fuzzysort.go(text, targets, { key: "text", allowTypo: false, limit: limit || undefined })
      .map(({ obj, score }) => ({ item: obj.item, score }));
};
