// A search box without a page: it hears what a person does, asks for searches, and says what it
// shows. Replace it with your own; the promises in `rules` are what it is held to.
export const rules = {
  features: [
    "choice", "cancel", "dismiss", "cancellation", "failure", "loading", "no-match", "stale-marks",
    "count",
  ],
  submit: "queued", // Enter opens the first row as soon as the answer is there
  debounce_ms: 150,
};

// search({ text, tokens, scope }, { signal, onPage }) returns a promise of the rows; open({ row })
// or open({ text }) ends the search. setTimeout, Date.now and performance.now are those of the
// harness, so nothing here waits.
export default function makeBox({ search, open }) {
  let text = "", state = "browse", rows = [], answered, pressed, timer, request;
  let isEntered = false;

  function stop() {
    clearTimeout(timer);
    request?.abort();
    timer = request = undefined;
    isEntered = false;
  }

  function end() {
    stop();
    state = "browse";
    rows = [];
    answered = pressed = undefined;
  }

  async function ask() {
    const wanted = text;
    clearTimeout(timer);
    timer = undefined;
    request?.abort();
    const mine = request = new AbortController();
    state = "loading";
    let found, failed;
    try {
      found = await search({ text: wanted }, { signal: mine.signal });
    } catch (error) {
      failed = error;
    }
    // The answer to a search that was given up is nobody's answer.
    if (request !== mine) return;
    request = undefined;
    if (failed) {
      state = "failed";
      return;
    }
    rows = found;
    answered = wanted;
    state = rows.length > 0 ? "results" : "no-match";
    if (isEntered) openFirst();
  }

  function openFirst() {
    isEntered = false;
    if (rows.length === 0) return;
    open({ row: rows[0] });
    end();
  }

  return {
    input(query) {
      ({ text } = query);
      stop();
      if (text === "") return end();
      if (answered === text) {
        state = rows.length > 0 ? "results" : "no-match";
        return;
      }
      state = "loading";
      timer = setTimeout(ask, 150);
    },
    submit() {
      if (state === "browse") return;
      if (answered === text && state !== "failed") return openFirst();
      if (request === undefined) ask();
      isEntered = true;
    },
    press(place) {
      isEntered = false;
      pressed = rows[place];
    },
    release() {
      open({ row: pressed });
      end();
    },
    cancel() {
      text = "";
      end();
    },
    dismiss: end,
    get display() {
      const count = { results: rows.length, "no-match": 0 }[state];
      return { text, state, rows, stale: rows.length > 0 && answered !== text, count };
    },
  };
}
