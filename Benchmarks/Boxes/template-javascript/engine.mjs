// template-javascript: holds the search box of box.mjs, or of another file, to the contract of
// late answers, in lines of JSON.
//     node engine.mjs [FILE] # Node 18 or newer
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Standard output is for replies; whatever the box logs goes to standard error.
globalThis.console = new console.Console(process.stderr);
const turn = setImmediate;

// The time of the harness: timers run when it says so, in the order of their times.
let now = 0;
let lastTimer = 0;
const timers = new Map();
globalThis.setTimeout = (call, delay = 0, ...parts) => {
  timers.set(++lastTimer, { at: now + Math.max(0, delay || 0), call: () => call(...parts) });
  return lastTimer;
};
globalThis.setInterval = (call, delay = 0, ...parts) => {
  const id = setTimeout(function again() {
    timers.set(id, { at: now + Math.max(1, delay || 0), call: again });
    call(...parts);
  }, delay);
  return id;
};
globalThis.clearTimeout = globalThis.clearInterval = (id) => timers.delete(id);
Date.now = () => now;
performance.now = () => now;
// A failure that a box does not catch is one that its page would only log.
process.on("unhandledRejection", (error) => console.error(error));

const file = process.argv[2] ? pathToFileURL(resolve(process.argv[2])) : "./box.mjs";
const { default: makeBox, rules, about } = await import(file);

const HELLO = {
  protocol: 1, name: "template-javascript", version: "1.0", language: `Node ${process.version}`,
  build: "release", ...about, contract: "late-answers", rules,
};

let box, query, reaction;
let lastSearch = 0;
const searches = new Map();

function search({ text, tokens = [], scope = 0 }, { signal, onPage } = {}) {
  const number = ++lastSearch;
  reaction.ask.push({ search: number, text, tokens, scope });
  return new Promise((succeed, fail) => {
    searches.set(number, { succeed, fail, onPage });
    signal?.addEventListener("abort", () => {
      if (!searches.delete(number)) return;
      reaction.cancel.push(number);
      fail(signal.reason);
    });
  });
}

function open(what) { reaction.open = what; }

function start({ state }) {
  now = 0;
  timers.clear();
  searches.clear();
  const saved = state === null ? undefined : JSON.parse(state);
  query = saved?.query ?? { text: "", tokens: [], scope: 0 };
  lastSearch = Math.max(lastSearch, saved?.lastSearch ?? 0);
  box = makeBox({ search, open }, saved?.box);
}

function answer({ search: number, rows, complete, total, failed }) {
  const asked = searches.get(number);
  if (asked === undefined) return;
  if (!failed && !complete) return asked.onPage?.(rows, total);
  searches.delete(number);
  if (failed) asked.fail(new Error("the search failed")); else asked.succeed(rows);
}

// Timers that are due, the earliest first; one that starts another at once waits for its turn.
async function wake() {
  const due = [...timers].filter(([, { at }]) => at <= now)
    .sort(([first, one], [second, other]) => one.at - other.at || first - second);
  for (const [id, { call }] of due) {
    if (!timers.delete(id)) continue;
    call();
    await settled();
  }
}

const edits = {
  type: ({ text }) => { query.text += text; },
  paste: ({ text }) => { query.text += text; },
  backspace() {
    if (query.text === "") query.tokens.pop(); else query.text = [...query.text].slice(0, -1).join("");
  },
  "add-token": ({ token }) => query.tokens.push(token),
  "remove-token": () => query.tokens.pop(),
  "select-scope": ({ scope }) => { query.scope = scope; },
  clear: () => { query = { ...query, text: "", tokens: [] }; },
};

async function handle(event) {
  now = event.at;
  query = { ...query, tokens: [...query.tokens] };
  switch (event.event) {
  case "answer": answer(event); break;
  case "wake": await wake(); break;
  case "press": call("press", event.row); break;
  case "come-back": box.comeBack?.(query); break;
  case "cancel":
    query = { ...query, text: "", tokens: [] };
    call("cancel", query);
    break;
  case "submit": case "release": case "dismiss": call(event.event, query); break;
  default:
    edits[event.event](event);
    call("input", query);
  }
}

function call(name, what) {
  if (typeof box[name] !== "function") {
    throw new Error(`${process.argv[2] ?? "box.mjs"} must return a box with the function ${name}, `
      + "or leave what needs it out of its rules");
  }
  box[name](what);
}

// Promises run until none is left that can; timers and searches wait for the harness.
const settled = () => new Promise((done) => turn(() => turn(done)));

function display() {
  const shown = { ...query, ...box.display };
  query = { text: shown.text, tokens: shown.tokens, scope: shown.scope };
  return shown;
}

const steps = {
  hello: () => HELLO,
  start(request) {
    reaction = { ask: [], cancel: [] };
    start(request);
    return { display: display() };
  },
  async event(request) {
    reaction = { ask: [], cancel: [] };
    await handle(request);
    await settled();
    const times = [...timers.values()].map(({ at }) => at);
    return {
      ...reaction, ...times.length > 0 ? { wake_at: Math.min(...times) } : {}, display: display(),
    };
  },
  save: () => ({ state: JSON.stringify({ query, lastSearch, box: box.save?.() }) }),
  bye: () => ({}),
};

async function reply(line) {
  try {
    const request = JSON.parse(line);
    return { type: request.type, ...await steps[request.type](request) };
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
    const answer = await reply(line);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (answer.type === "bye") break input;
  }
}
