// The engine of the template with a widget in headless Chromium instead of jsdom, to see whether a
// find also shows with a real document and real layout. Timers and requests are those of the hunt.
//     node chromium.mjs widgets/WIDGET.mjs [--no-abort]
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;
const read = (name) => readFileSync(join(here, name), "utf8");
const widget = read(process.argv[2]);
const libraries = [...widget.matchAll(/"(\/usr\/share\/javascript\/[^"]+)"/g)].map(([, path]) => path);
for (const path of libraries) {
  if (!existsSync(path)) {
    console.error(`${path} is not installed`);
    process.exit(127);
  }
}

// The part of a text between two others.
function part(text, start, end) {
  const from = text.indexOf(start);
  const to = end === undefined ? text.length : text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`'${start}' or '${end}' is not there`);
  return text.slice(from, to);
}

// The modules as one script: those of the template, and the widget.
const engine = read("template-javascript/engine.mjs");
const page = read("template-javascript/page.mjs");
const plain = (text) => text.replace(/^import [^;]*;\n/gms, "").replace(/^export (default )?/gm, "");
const script = `
const process = ${JSON.stringify({ argv: process.argv, version: process.version })};
const turn = (call) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => call();
  port2.postMessage(null);
};
${part(engine, "// The time of the harness", "// A failure that a box")}
function makePage(body) {
  document.body.innerHTML = body;
  const page = { window, document, search: undefined };
  window.XMLHttpRequest = requestClass(page);
  window.fetch = fetcher(page);
  return page;
}
${plain(part(page, "// The text that an address asks for"))}
${plain(widget)}
${part(engine, "const HELLO", "// Not with readline")}
window.reply = async (line) => JSON.stringify(await reply(line));
`;

// Chromium's protocol over two pipes: texts that end with a zero byte.
const profile = mkdtempSync(join(tmpdir(), "chromium-"));
const browser = spawn(process.env.CHROMIUM ?? "chromium", [
  "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
  `--user-data-dir=${profile}`, "about:blank",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
browser.on("error", () => {
  console.error("chromium is not installed");
  process.exit(127);
});
const waiting = new Map();
let last = 0, sessionId;
function send(method, params = {}) {
  const id = ++last;
  browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
  return new Promise((succeed, fail) => waiting.set(id, { succeed, fail }));
}
let rest = "";
browser.stdio[4].setEncoding("utf8").on("data", (chunk) => {
  const messages = (rest + chunk).split("\0");
  rest = messages.pop();
  for (const message of messages) {
    const { id, result, error } = JSON.parse(message);
    const answer = waiting.get(id);
    waiting.delete(id);
    if (error) answer?.fail(new Error(error.message)); else answer?.succeed(result);
  }
});

async function evaluate(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", {
    expression, awaitPromise: true, returnByValue: true,
  });
  if (exceptionDetails) {
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
  return result.value;
}

const { targetInfos } = await send("Target.getTargets");
const { targetId } = targetInfos.find(({ type }) => type === "page");
({ sessionId } = await send("Target.attachToTarget", { targetId, flatten: true }));
await send("Emulation.setFocusEmulationEnabled", { enabled: true });
for (const path of libraries) await evaluate(readFileSync(path, "utf8") + "\n;0");
await evaluate(`(async () => {${script}})()`);

// Ends the browser and removes its profile, before the program is ended itself.
async function close() {
  const ended = new Promise((done) => browser.on("exit", done));
  browser.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

let lines = "";
process.stdin.setEncoding("utf8");
input: for await (const chunk of process.stdin) {
  const parts = (lines + chunk).split("\n");
  lines = parts.pop();
  for (const line of parts) {
    const answer = await evaluate(`reply(${JSON.stringify(line)})`);
    const isEnd = JSON.parse(answer).type === "bye";
    if (isEnd) await close();
    process.stdout.write(`${answer}\n`);
    if (isEnd) break input;
  }
}
