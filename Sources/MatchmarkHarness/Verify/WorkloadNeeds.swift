import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord

extension Verification {
  /// The rows of each answer that are looked at.
  private static let neededRowLimit = 8

  /// The number of typed keystrokes that find their rows only by folding, a number or an input
  /// method.
  ///
  /// - Complexity: O(keystrokes × 8 rows), by the oracle.
  var needs: WorkloadNeeds {
    let typed = workload.keystrokes.indices.filter { workload.keystrokes[$0].isTyped }
    var needs = WorkloadNeeds(typedCount: typed.count)
    // The rows have passed tokens and scope.
    let text = corpus.profile.with { ($0.facets, $0.scope) = ([], nil) }
    let exact = text.with { $0.folding = .exact }
    let numberless = text.with { $0.numericFields = [] }
    for index in typed {
      let keystroke = workload.keystrokes[index]
      if keystroke.isComposed == true { needs.composedCount += 1 }
      var rows: [UInt32] = []
      expected[index]?.appendRows(to: &rows, limit: Self.neededRowLimit)
      guard !rows.isEmpty, !keystroke.query.text.isEmpty else { continue }
      let situation = searchedParts(of: rows, keystroke.query.text, under: text)
      if exact != text { needs.folding.count(situation, without: exact) }
      if numberless != text, keystroke.query.text.contains(where: \.isNumber) {
        needs.numbers.count(situation, without: numberless)
      }
    }
    return needs
  }

  /// The columns of some rows that a text is looked for in.
  private func searchedParts(
    of rows: [UInt32], _ text: String, under profile: SearchProfile
  ) -> Situation {
    let names = profile.textFields.map(\.name) + profile.numericFields
    let schema = corpus.corpus.schema
    let indices = schema.columns.indices.filter { names.contains(schema.columns[$0].name) }
    return Situation(
      columns: indices.map { Column(schema.columns[$0].name, schema.columns[$0].roles) },
      rows: rows.map { row in indices.map { corpus.corpus.cell(row: Int(row), column: $0) } },
      profile: profile, query: SearchQuery(text), earlier: [])
  }
}

extension WorkloadNeeds.Need {
  /// Counts a keystroke, all of whose rows match, if some of them do not under another profile.
  fileprivate mutating func count(_ situation: Situation, without profile: SearchProfile) {
    let reply = try? situation.with { $0.profile = profile }.oracleReply()
    guard case .rows(let kept)? = reply, kept.count < situation.rows.count else { return }
    keystrokeCount += 1
    soleCount += kept.isEmpty ? 1 : 0
  }
}
