/// A largest value of its kind that was seen, such as the time of the slowest keystroke.
package struct Extreme: Sendable {
  /// The kind, in a word or two.
  package let kind: String
  package let value: Double
  /// The case that had this value, in words.
  package let text: String

  package init(_ kind: String, _ value: Double, _ text: String) {
    (self.kind, self.value, self.text) = (kind, value, text)
  }
}

/// The largest value of each kind.
package struct Extremes: Sendable {
  /// In the order in which the kinds were first seen.
  package private(set) var entries: [Extreme] = []

  package init() {}

  package mutating func note(_ extreme: Extreme) {
    guard let place = entries.firstIndex(where: { $0.kind == extreme.kind }) else {
      entries.append(extreme)
      return
    }
    if extreme.value > entries[place].value { entries[place] = extreme }
  }

  package mutating func add(_ other: Extremes) {
    for extreme in other.entries { note(extreme) }
  }
}
