// select2 with rows from a server. With --no-abort, its transport cannot abort a request, like one
// that uses fetch without a signal.
import { makePage, makePointer, strike, type } from "../template-javascript/page.mjs";

const canAbort = !process.argv.includes("--no-abort");
export const about = { name: canAbort ? "select2" : "select2-no-abort", version: "4.0.13" };
export const rules = {
  features: [
    "cancel", "choice", "failure", "loading", "no-match", ...canAbort ? ["cancellation"] : [],
  ],
  submit: "row", debounce_ms: 250,
};

const page = makePage("",
  "/usr/share/javascript/jquery/jquery.js", "/usr/share/javascript/select2.js/select2.full.js");
const $ = page.window.$;

function transport({ data }, succeed, fail) {
  const controller = new AbortController();
  page.search({ text: data.q }, { signal: controller.signal }).then(succeed, (error) => {
    if (error.name !== "AbortError") fail();
  });
  return canAbort ? { abort: () => controller.abort() } : {};
}

export default function makeBox({ search, open }) {
  page.search = search;
  $("select").select2("destroy");
  $(page.document).off();
  $(page.window).off();
  page.document.body.innerHTML = "<select></select>";
  const select = $("select");
  select.select2({
    width: "9em", minimumInputLength: 1,
    ajax: {
      delay: 250, transport, data: ({ term }) => ({ q: term }),
      processResults: (rows) => ({ results: rows.map((row) => ({ id: row, text: row })) }),
    },
  });
  select.on("select2:select", ({ params }) => open({ row: params.data.text }));
  const field = () => page.document.querySelector(".select2-search__field");
  const options = () => [...page.document.querySelectorAll(".select2-results__option")];
  const isLoading = (option) => option.classList.contains("loading-results");
  const rows = () => options().filter((option) => !isLoading(option)
    && (option.hasAttribute("aria-selected") || option.hasAttribute("data-select2-id")));
  const messages = () => options().filter((option) => option.getAttribute("role") === "alert")
    .map((option) => option.textContent);
  return {
    ...makePointer(page, rows),
    input({ text }) {
      if (field() === null) select.select2("open");
      type(page, field(), text);
    },
    submit() { if (field() !== null) strike(page, field(), "Enter", 13); },
    cancel() { if (field() !== null) select.select2("close"); },
    get display() {
      const shown = rows().map((option) => option.textContent);
      const message = messages().join(" ");
      const state = options().some(isLoading) ? "loading"
        : message.includes("No results") ? "no-match"
          : message.includes("could not be loaded") ? "failed"
            : shown.length > 0 ? "results" : "browse";
      return { text: field()?.value ?? "", state, rows: shown };
    },
  };
}
