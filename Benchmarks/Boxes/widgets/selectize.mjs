// selectize with rows from a server, which ranks as the server does, and shows only its last answer.
import { makePage, point, strike, texts, type } from "./page.mjs";

export const about = { name: "selectize", version: "0.12.6" };
export const rules = { features: ["choice", "cancel", "loading"], submit: "row", debounce_ms: 300 };

const page = makePage("jquery/jquery.js", "sifter.js/sifter.js", "microplugin.js/microplugin.js",
  "selectize.js/selectize.js");
const $ = page.window.$;

export default function makeBox({ search, open }) {
  page.search = search;
  page.document.querySelectorAll("select").forEach(({ selectize }) => selectize?.destroy());
  page.document.body.innerHTML = "<select></select>";
  const [{ selectize: widget }] = $("select").selectize({
    valueField: "id", labelField: "id", searchField: [], score: () => () => 1, options: [],
    loadThrottle: 300, openOnFocus: false,
    load(text, show) {
      search({ text }).then((rows) => {
        widget.clearOptions();
        show(rows.map((id) => ({ id })));
      }, () => show());
    },
    onItemAdd: (row) => open({ row }),
  });
  const input = widget.$control_input[0];
  widget.focus();
  const items = () => widget.isOpen
    ? [...widget.$dropdown_content[0].querySelectorAll("[data-selectable]")] : [];
  let pressed;
  return {
    input({ text }) { type(page, input, text); },
    submit() { strike(page, input, "Enter", 13); },
    cancel() {
      widget.setTextboxValue("");
      widget.onSearchChange("");
      widget.clearOptions();
      widget.close();
    },
    press(place) {
      pressed = { place, element: items()[place] };
      point(page, pressed.element, "mouseover", "mousedown");
    },
    release() {
      const element = items()[pressed.place];
      if (element !== undefined && element === pressed.element) {
        point(page, element, "mouseup", "click");
      }
    },
    get display() {
      const rows = texts(items());
      const isLoading = widget.loading > 0;
      return {
        text: input.value, rows,
        state: isLoading ? "loading" : rows.length > 0 ? "results" : "browse",
      };
    },
  };
}
