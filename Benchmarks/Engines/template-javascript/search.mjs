// Put your own search here. It gets the items of your list, each an object with a text for each
// column (numbers are texts, and null is ""), and returns a function from the typed text to the
// items that match: all of them, not only a page, in any order. Most apps contain a filter like this
// one:
//
//     export default (items) => (text) =>
//       items.filter((item) => item.title.toLowerCase().includes(text.toLowerCase()));
//
// The search below obeys every rule of a profile but the folding `loose`, and is right for any list.

// Returns the reason not to answer under a profile, which is then skipped; undefined to answer.
export const declines = ({ folding }) =>
  folding === "loose" ? "it does not have the folding loose" : undefined;

export default (items, profile) => {
  // The items are folded once, here; this is the place for your index.
  const fields = profile.textFields.map(({ name, match }) => ({
    matches: matches[match], texts: items.map((item) => fold(item[name], profile.folding)),
  }));
  const numbers = profile.numericFields.map((name) => items.map((item) => number(item[name])));
  return (text) => {
    const needles = terms(text, profile).map((term) => ({
      text: fold(term, profile.folding), number: number(term),
    })).filter(({ text }) => text !== "");
    if (needles.length === 0) return undefined; // there is nothing to search for
    return items.filter((_, item) => needles.every((needle) =>
      fields.some(({ matches, texts }) => matches(texts[item], needle.text))
      || needle.number !== undefined && numbers.some((column) => column[item] === needle.number)));
  };
};

const wordStart = /(?<![\p{L}\p{M}\p{N}])/uy;
const matches = {
  contains: (text, term) => text.includes(term),
  prefix: (text, term) => text.startsWith(term),
  equality: (text, term) => text === term,
  wordPrefix(text, term) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
      wordStart.lastIndex = at;
      if (wordStart.test(text)) return true;
    }
    return false;
  },
};

// White space is what Unicode calls so, which is not what trim() removes.
function terms(text, { terms, trim }) {
  if (terms === "splitAND") return text.split(/\p{White_Space}+/u);
  if (trim === "none") return [text];
  return [text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")];
}

// JavaScript lacks case folding, but lower, upper and lower case in turn have the same effect on
// every letter but one, the dotless ı. Whole texts would differ: at the end of a word, Σ becomes ς.
function fold(text, folding) {
  if (folding === "exact") return text.normalize("NFC");
  let letters = text.normalize("NFD");
  if (folding === "cd") {
    letters = letters.replace(perhapsRemoved, (mark) => isRemoved(mark) ? "" : mark);
  }
  return letters
    .replace(/[^\0-\x7Fı]/gu, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .toLowerCase().normalize("NFC");
}

// The folding cd removes accents, but keeps marks that are vowels or voicing, such as Thai vowels.
// They differ by their combining class. JavaScript does not tell it, but normalize() sorts by it.
const perhapsRemoved = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/gu;
const removed = new Map();
function isRemoved(mark) {
  if (!removed.has(mark)) {
    const isAccent = sorts(mark, "\u3099") // class 8
      || sorts("\u094D", mark) && sorts(mark, "\u0C55") // between 9 and 84
      || sorts("\u0F74", mark); // above 132
    const always = /[\p{Me}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u;
    removed.set(mark, isAccent || always.test(mark));
  }
  return removed.get(mark);
}
const sorts = (first, second) =>
  first !== second && (second + first).normalize("NFD") === first + second;

// The value without redundant zeros; undefined if the text is not a decimal of at most 18 digits.
function number(text) {
  const digits = text.replace(/\p{Nd}/gu, digit);
  const [, whole, fraction = ""] = /^0*(\d+)(?:\.(\d+?)0*)?$/.exec(digits) ?? [];
  if (whole === undefined || digits.replace(".", "").length > 18) return undefined;
  return fraction === "" || fraction === "0" ? whole : `${whole}.${fraction}`;
}

// The value of a digit in any script: its place in a run of ten.
function digit(character) {
  const code = character.codePointAt(0);
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
