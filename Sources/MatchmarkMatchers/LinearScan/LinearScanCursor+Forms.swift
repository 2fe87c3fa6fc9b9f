package import MatchmarkCore

extension LinearScanCursor: FormCounting {
  /// The forms of the scan, and of the rows remembered from the previous keystroke.
  package static let allForms =
    KernelScan.allForms.filter { $0 != "keep in a bitmap" } + [
      "rows remembered as bits", "rows remembered as a list", "rows not remembered",
      "values in whole words", "values in part of a word",
    ]

  package mutating func countForms(of searchQuery: SearchQuery, in counts: inout FormCounts) {
    guard !query.isEmpty else { return }
    switch memory {
    case .bitmap: counts.add("rows remembered as bits")
    case .nothing: counts.add("rows not remembered")
    case .list:
      counts.add("rows remembered as a list")
      if !query.terms.isEmpty { counts.add("keep in a list") }
      return
    }
    for term in query.terms.indices {
      for (field, scan) in zip(matcher.corpus.profile.textFields, matcher.scans) {
        scan.countForms(inserting: query.needle(term, field.match), in: &counts)
      }
    }
    if query.isFiltering, matcher.path.number != nil {
      if matcher.corpus.rowCount >= 64 { counts.add("values in whole words") }
      if matcher.corpus.rowCount % 64 != 0 { counts.add("values in part of a word") }
    }
  }
}
