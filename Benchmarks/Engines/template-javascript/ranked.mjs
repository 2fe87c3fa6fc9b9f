// Put your own search here. It gets the items of a list, each an object with a `text`, and returns
// a function from the typed text and the number of rows that are wanted (0 for all) to the items
// that match, the best first. With scores, return { item, score } for each, the greatest score
// first; without them, fewer rules can be checked. A hunt also asks about empty and equal texts. A
// palette that uses a library looks like this:
//
//     export default (items) => {
//       const fuse = new Fuse(items, { keys: ["text"] });
//       return (text) => fuse.search(text).map(({ item }) => item);
//     };

// The promises that your search is held to. Leave out what it does not promise: then only the laws
// for every list remain.
export const rules = {
  family: "subsequence", // the typed letters occur in order; or "edits", "similarity"
  case: "ignore", // or "smart", "respect", "bonus"
  blanks: "letters", // or "terms", which must all match; either way, those at the ends do not count
  ties: ["length", "row"], // rows of equal score: the shorter one first, then the earlier one
  narrows: true, // a longer text finds no other rows
  empty: "all-rows", // what an empty text finds; or "no-row"
};

// The search below ranks rows that begin with the text before those that contain it, and those before
// rows that have its letters scattered.
export default (items) => {
  // The items are read once, here; this is the place for your index.
  const rows = items.map((item, place) => ({
    item, place, text: read(item.text), length: [...trim(item.text)].length,
  }));
  return (text) => {
    const typed = read(text);
    if (typed === "") return items;
    const found = rows.map((row) => ({ ...row, score: score(row.text, typed) }));
    return found.filter(({ score }) => score > 0).sort(
      (a, b) => b.score - a.score || a.length - b.length || a.place - b.place);
  };
};

const trim = (text) => text.replace(/^ +| +$/g, "");

// Letter by letter, because toLowerCase() reads Σ at the end of a word as another letter.
const read = (text) => Array.from(trim(text), (letter) => letter.toLowerCase()).join("");

function score(text, typed) {
  const place = text.indexOf(typed);
  if (place >= 0) return place === 0 ? 3 : 2;
  let found = 0;
  for (const letter of typed) {
    found = text.indexOf(letter, found) + letter.length;
    if (found < letter.length) return 0;
  }
  return 1;
}
