import MatchmarkCore

extension PostingStore {
  /// The forms that can occur when sets are read.
  static let allForms =
    SetForm.allCases.map { "set of \($0.rawValue)" } + [
      "gap of 16 bits split", "gap of 8 bits split", "sets start at any byte",
      "sets start at multiples",
    ]

  /// The number of sets per query whose forms are counted.
  private static let shownSets = 16

  /// Counts the forms of sets that are read.
  func countForms(of ids: some Sequence<Int>, in counts: inout FormCounts) {
    for id in ids.prefix(Self.shownSets) where count(id) > 0 {
      let form = sets.form(id)
      counts.add("set of \(form.rawValue)")
      if form != .bits {
        counts.add(sets.unit == 1 ? "sets start at any byte" : "sets start at multiples")
      }
      switch form {
      case .wideGaps where sets.isSplit(id): counts.add("gap of 16 bits split")
      case .narrowGaps where sets.isSplit(id): counts.add("gap of 8 bits split")
      default: break
      }
    }
  }
}
