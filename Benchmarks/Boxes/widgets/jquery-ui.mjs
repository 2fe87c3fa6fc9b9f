// The autocomplete of jQuery UI with a source on a server, and with its first row in focus.
import { makePage, makePointer, strike, texts, type } from "../template-javascript/page.mjs";

export const about = { name: "jquery-ui", version: "1.13.2" };
// It aborts a request that a later one supersedes, and has no sign of older rows or failures.
export const rules = {
  features: ["choice", "dismiss", "cancellation", "loading"], submit: "row",
  debounce_ms: 300,
};

const page = makePage("",
  "/usr/share/javascript/jquery/jquery.js", "/usr/share/javascript/jquery-ui/jquery-ui.js");
const $ = page.window.$;
$.fx.off = true;

export default function makeBox({ search, open }) {
  page.search = search;
  $(".ui-autocomplete-input").autocomplete("destroy");
  page.document.body.innerHTML = "<input>";
  const input = page.document.querySelector("input");
  $(input).autocomplete({
    source: "/titles", autoFocus: true, minLength: 1,
    select: (event, { item }) => open({ row: item.value }),
  });
  $(input).trigger("focus");
  const menu = () => page.document.querySelector(".ui-autocomplete");
  const isShown = () => menu() !== null && menu().style.display !== "none";
  const items = () => isShown() ? [...menu().querySelectorAll(".ui-menu-item > *")] : [];
  return {
    ...makePointer(page, items),
    input({ text }) { type(page, input, text); },
    submit() { strike(page, input, "Enter", 13); },
    dismiss() { strike(page, input, "Escape", 27); },
    get display() {
      const isLoading = input.classList.contains("ui-autocomplete-loading");
      const rows = texts(items());
      return {
        text: input.value, rows,
        state: isLoading ? "loading" : rows.length > 0 ? "results" : "browse",
      };
    },
  };
}
