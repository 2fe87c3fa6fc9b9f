// jquery-typeahead with rows from a server, which it asks for at each query (dynamic).
import { makePage, makePointer, texts, type } from "../template-javascript/page.mjs";

export const about = { name: "jquery-typeahead", version: "2.11.0" };
export const rules = {
  features: ["choice", "cancellation", "loading"], debounce_ms: 300,
};

const page = makePage("",
  "/usr/share/javascript/jquery/jquery.js", "/usr/share/javascript/jquery-typeahead/jquery.typeahead.min.js");
const $ = page.window.$;

export default function makeBox({ search, open }) {
  page.search = search;
  $(page.document).off();
  $("html").off();
  page.document.body.innerHTML = `<form><div class="typeahead__container"><div
    class="typeahead__field"><span class="typeahead__query"><input class="titles" name="q"
    autocomplete="off"></span></div></div></form>`;
  const input = page.document.querySelector("input");
  $.typeahead({
    input: ".titles", minLength: 1, maxItem: 50, dynamic: true, delay: 300, filter: false,
    source: { titles: { ajax: { url: "/titles", data: { q: "{{query}}" } } } },
    callback: { onClickAfter: (node, link, { display }) => open({ row: display }) },
  });
  $(input).trigger("focus");
  const container = () => page.document.querySelector(".typeahead__container");
  const items = () => container().classList.contains("result")
    ? [...container().querySelectorAll(".typeahead__list .typeahead__item > a")] : [];
  return {
    ...makePointer(page, items),
    input({ text }) { type(page, input, text); },
    get display() {
      const rows = texts(items());
      const isLoading = container().classList.contains("loading");
      return {
        text: input.value, rows,
        state: isLoading ? "loading" : rows.length > 0 ? "results" : "browse",
      };
    },
  };
}
