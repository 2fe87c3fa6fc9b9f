// Awesomplete with rows from a server, as an app must write it: the widget has only a list.
import { makePage, makePointer, strike, texts, type } from "../template-javascript/page.mjs";

export const about = { name: "awesomplete", version: "1.1.5" };
export const rules = { features: ["choice", "dismiss"], submit: "row" };

const page = makePage("", "/usr/share/javascript/awesomplete/awesomplete.js");

export default function makeBox({ search, open }) {
  page.document.body.innerHTML = "<input>";
  const input = page.document.querySelector("input");
  const widget = new page.window.Awesomplete(input, {
    minChars: 1, autoFirst: true, maxItems: 50, sort: false, filter: () => true,
  });
  input.addEventListener("input", () => {
    const text = input.value;
    if (text === "") {
      widget.list = [];
      return;
    }
    search({ text }).then((rows) => { widget.list = rows; }, () => {});
  });
  input.addEventListener("awesomplete-selectcomplete", ({ text }) => open({ row: text.value }));
  input.focus();
  const items = () => widget.opened ? [...widget.ul.children] : [];
  return {
    ...makePointer(page, items),
    input({ text }) { type(page, input, text); },
    submit() { strike(page, input, "Enter", 13); },
    dismiss() { strike(page, input, "Escape", 27); },
    get display() {
      const rows = texts(items());
      return { text: input.value, rows, state: rows.length > 0 ? "results" : "browse" };
    },
  };
}
