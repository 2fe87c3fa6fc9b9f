import MatchmarkCore
import MatchmarkMatchers

// What an app in a browser does, in 32 bits: index titles and answer the keystrokes of a field.

let titles = (0..<3_000).map { row in
  switch row % 3 {
  case 0: "Red Rose \(row)"
  case 1: "Rosé \(row)"
  default: "Ginger \(row)"
  }
}

/// The number of titles found at each keystroke of a text; nil if one fails.
func counts(_ text: String, in index: TitleIndex) -> [Int]? {
  var search = index.makeSearch()
  var typed = ""
  var counts: [Int] = []
  for character in text {
    typed.append(character)
    guard (try? search.rows(for: typed)) != nil else { return nil }
    counts.append(search.matchCount)
  }
  return counts
}

guard let index = try? TitleIndex(titles) else { fatalError("no index") }
let expected: [(text: String, counts: [Int])] = [
  ("ROSE", [3_000, 2_000, 2_000, 2_000]),
  ("red rosé", [3_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000]),
]
for (text, wanted) in expected {
  guard let found = counts(text, in: index) else { fatalError("no answer") }
  print("\(text):", terminator: "")
  for count in found { print(" \(count)", terminator: "") }
  print("")
  guard found == wanted else { fatalError("wrong counts") }
}

/// The title that a fuzzy finder shows first.
func firstTitle(_ needle: String, in finder: FuzzyRanker) -> String {
  var search = finder.makeSearch()
  return search.rank(needle, limit: 3).first.map { titles[$0.row] } ?? "none"
}

let first = firstTitle("rs42", in: FuzzyRanker(titles))
print("rs42: \(first)")
guard first == "Rosé 421" else { fatalError("another title first") }
