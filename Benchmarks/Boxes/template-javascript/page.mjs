// A page in jsdom whose timers, clock and requests are those of the harness, for code that works on
// a document. jsdom comes from npm (npm install jsdom), or from Debian (apt-get install node-jsdom).
import { existsSync, readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";

// Debian's packages find each other in this folder.
process.env.NODE_PATH = "/usr/share/nodejs";
Module._initPaths();

let JSDOM;
try {
  ({ JSDOM } = createRequire(import.meta.url)("jsdom"));
} catch {
  console.error("jsdom is not installed: npm install jsdom, or apt-get install node-jsdom");
  process.exit(127);
}

// A page with this body, in which these scripts have run. What it fetches goes to the search that
// `page.search` is then.
export function makePage(body, ...files) {
  const { window } = new JSDOM(`<!doctype html><body>${body}</body>`, {
    runScripts: "outside-only", url: "http://localhost/",
  });
  const page = { window, document: window.document, search: undefined };
  for (const name of ["setTimeout", "clearTimeout", "setInterval", "clearInterval"]) {
    window[name] = (...parts) => globalThis[name](...parts);
  }
  window.Date.now = Date.now;
  window.performance.now = Date.now;
  window.XMLHttpRequest = requestClass(page);
  lay(window);
  window.fetch = fetcher(page);
  // Modules use these without a window.
  Object.assign(globalThis, { window, document: window.document, fetch: window.fetch });
  for (const file of files) {
    if (!existsSync(file)) {
      console.error(`${file} is not installed`);
      process.exit(127);
    }
    window.eval(readFileSync(file, "utf8"));
  }
  return page;
}

// jsdom lays nothing out, so everything would seem to be hidden: an element has a size unless it or
// an element around it is not displayed.
function lay(window) {
  const { Element, HTMLElement } = window;
  function isShown(element) {
    for (let one = element; one !== null; one = one.parentElement) {
      if (window.getComputedStyle(one).display === "none") return false;
    }
    return element.isConnected;
  }
  const box = { x: 0, y: 0, left: 0, top: 0, right: 1, bottom: 1, width: 1, height: 1 };
  Element.prototype.getClientRects = function() { return isShown(this) ? [box] : []; };
  HTMLElement.prototype.scrollIntoView = () => {};
  for (const name of ["offsetWidth", "offsetHeight"]) {
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true, get() { return isShown(this) ? 1 : 0; },
    });
  }
}

// The text that an address asks for: its parameter `q`, `term` or `query`.
function wanted(address) {
  const parameters = new URL(address, "http://localhost/").searchParams;
  return parameters.get("q") ?? parameters.get("term") ?? parameters.get("query") ?? "";
}

// fetch, whose response has the rows as JSON; a search that fails is an answer with status 500.
function fetcher(page) {
  return async (address, { signal } = {}) => {
    const reply = (status, rows) => ({
      ok: status === 200, status, json: async () => rows, text: async () => JSON.stringify(rows),
    });
    try {
      return reply(200, await page.search({ text: wanted(String(address)) }, { signal }));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      return reply(500, []);
    }
  };
}

// A request that can be aborted.
function requestClass(page) {
  return class XMLHttpRequest {
    readyState = 0;
    status = 0;
    responseText = "";
    withCredentials = true;
    upload = {};

    open(method, address) { this.address = address; }
    setRequestHeader() {}
    overrideMimeType() {}
    getAllResponseHeaders() { return "content-type: application/json\r\n"; }
    getResponseHeader(name) {
      return name.toLowerCase() === "content-type" ? "application/json" : null;
    }

    send() {
      this.controller = new AbortController();
      page.search({ text: wanted(this.address) }, { signal: this.controller.signal })
        .then((rows) => this.end(200, JSON.stringify(rows)), (error) => {
          if (error.name !== "AbortError") this.end(500, "");
        });
    }

    end(status, text) {
      Object.assign(this, { readyState: 4, status, responseText: text, response: text });
      this.onreadystatechange?.();
      this.onload?.();
      this.onloadend?.();
    }

    abort() {
      this.controller?.abort();
      this.readyState = 0;
      this.onabort?.();
    }
  };
}

// Sends an event of the keyboard as a browser does.
export function press(page, element, key, keyCode, type) {
  const { KeyboardEvent } = page.window;
  const event = new KeyboardEvent(type, { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, "keyCode", { value: keyCode });
  Object.defineProperty(event, "which", { value: keyCode });
  element.dispatchEvent(event);
}

export function type(page, input, text) {
  const key = text.slice(-1) || "a";
  press(page, input, key, key.toUpperCase().charCodeAt(0), "keydown");
  input.value = text;
  input.dispatchEvent(new page.window.Event("input", { bubbles: true }));
  press(page, input, key, key.toUpperCase().charCodeAt(0), "keyup");
}

export function strike(page, element, key, keyCode) {
  press(page, element, key, keyCode, "keydown");
  press(page, element, key, keyCode, "keypress");
  press(page, element, key, keyCode, "keyup");
}

function point(page, element, ...types) {
  for (const type of types) {
    element.dispatchEvent(new page.window.MouseEvent(type, { bubbles: true, cancelable: true }));
  }
}

// A pointer that is pressed on one of the elements that a function returns, and released at the same
// place. As in a browser, a click follows only if the same element is still there.
export function makePointer(page, elements) {
  let place, pressed;
  return {
    press(row) {
      [place, pressed] = [row, elements()[row]];
      point(page, pressed, "mouseover", "mouseenter", "mousedown");
    },
    release() {
      const element = elements()[place];
      if (element === undefined) return;
      point(page, element, "mouseup");
      if (element === pressed) point(page, element, "click");
    },
  };
}

export const texts = (elements) => [...elements].map((element) => element.textContent.trim());
