internal import MatchmarkCore

/// One subject on one corpus under one profile.
struct Trial {
  let corpus: FoldedCorpus
  var sectioning: CaseRunner.Sectioning = { $0.sections(of: $1, for: $2) }
  var marker = RowMarker.library
  var folder = TextFolder.library
  let rows: CaseCorpus
  let subject: ConformanceSubject
  private var oracle: Oracle?
  /// The oracle for the subject's marks; nil if the subject declares none.
  private var markOracle: Oracle?
  /// True if marks were expected of a subject that declares none.
  private(set) var leavesMarksOut = false
  private var cursor: (any MatcherCursor)?
  private(set) var isExact = true
  /// Reused between queries; may hold the previous answer.
  private var answer = Answer()
  /// The reasons why checks were declined, one for each.
  private(set) var declined: [String] = []
  /// The number of checks that the subject itself answered: a query beyond the contract is refused
  /// without asking it.
  private(set) var answeredCount = 0

  /// - Throws: ``MatcherError/unsupportedCorpus(reason:)`` where the subject does not answer such
  ///   a case.
  init(
    _ subject: ConformanceSubject, corpus: Corpus, rows: CaseCorpus, profile: SearchProfile
  ) throws(MatcherError) {
    self.subject = subject
    self.rows = rows
    do {
      self.corpus = try FoldedCorpus(corpus, profile: profile)
      if !subject.isMatcher { oracle = try Oracle(corpus: corpus, profile: profile) }
    } catch {
      throw .malformedAnswer("the profile does not fit the corpus: \(error)")
    }
    guard case .matcher(let entry) = subject else { return }
    if case .unsupported(let reason) = entry.support(profile) {
      throw .unsupportedCorpus(reason: reason)
    }
    isExact = entry.descriptor.isExact
    cursor = try entry.build(self.corpus, MatcherOptions()).makeAnyCursor()
    guard let cursor = cursor as? any DeclaringCursor, cursor.marksRanges else { return }
    do { markOracle = try Oracle(corpus: corpus, profile: profile) } catch {
      throw .malformedAnswer("the profile does not fit the corpus: \(error)")
    }
  }

  /// Asks every check, then every check again backwards; nil where all went well.
  mutating func failure(of checks: [CaseCheck]) -> CaseFailure? {
    if let failure = foldFailure(checks) { return failure }
    for (index, check) in checks.enumerated() {
      let reply = reply(to: check.query)
      if case .rows = reply { answeredCount += 1 }
      if case .skipped(let reason) = reply {
        declined.append(reason)
      } else if let failure = failure(check, reply, after: index) ?? declaredFinding(check) {
        return failure
      } else if !isExact, case .shown(let list) = check.expectation, reply != .rows(list.rows) {
        declined.append("it answers more rows, as it declares")
      }
    }
    for check in checks.reversed() {
      let reply = reply(to: check.query)
      if case .skipped = reply { continue }
      if let failure = failure(check, reply, after: checks.count) { return failure }
    }
    return nil
  }

  mutating func reply(to query: SearchQuery) -> SituationReply {
    if let oracle {
      do { return .rows(try oracle.rows(for: query)) } catch { return .refused(error) }
    }
    // Taken out, so that it is never copied.
    guard var cursor = cursor.take() else { return .malformed("there is no cursor") }
    let said = Judge.ask(query, &cursor, into: &answer)
    self.cursor = cursor
    let reply = said ?? SituationReply(answer)
    guard let last = reply.rows?.last, last >= corpus.corpus.rowCount else { return reply }
    return .malformed("row \(last) is answered, of a corpus of \(corpus.corpus.rowCount) rows")
  }

  /// A failure for the first text of the checks that is folded wrongly; the subject has no part in
  /// it.
  private func foldFailure(_ checks: [CaseCheck]) -> CaseFailure? {
    guard let oracle else { return nil }
    var texts = checks.map { ($0.query.text, corpus.profile.needleModes) }
    for (index, field) in corpus.profile.textFields.enumerated() {
      texts += (0..<corpus.rowCount).map { (corpus.text(row: $0, field: index), [field.match]) }
    }
    var plain = oracle.folding
    for (text, modes) in texts {
      if let finding = folder.finding(of: text, &plain, for: modes) {
        return CaseFailure(summary: "\(folder.id) is wrong: \(finding)")
      }
    }
    return nil
  }

  /// A failure in anything that the subject declares besides rows, which are right; nil if there is
  /// none.
  private mutating func declaredFinding(_ check: CaseCheck) -> CaseFailure? {
    guard subject.isMatcher, let cursor, case .shown(let list) = check.expectation else {
      return nil
    }
    if list.marks != nil, markOracle == nil { leavesMarksOut = true }
    let finding = Judge(.rows(list.rows), isExact: isExact).declaredFinding(
      of: check.query, cursor, rowCount: corpus.corpus.rowCount
    ) { [markOracle] row throws(QueryError) in
      try markOracle?.matchedRanges(row: row, for: check.query)
    }
    return finding.map { CaseFailure(summary: "\(check.query.summary): \($0.text)") }
  }

  private func failure(_ check: CaseCheck, _ reply: SituationReply, after count: Int)
    -> CaseFailure?
  {
    let query = check.query.summary
    if case .marks = subject {
      // The rows are the oracle's, which is a subject of its own.
      guard case .shown(let list) = check.expectation else { return nil }
      return marks(list, check)
    }
    switch (check.expectation, reply) {
    case (.refused(let expected), .refused(let error)) where RefusalName.of(error) == expected:
      return nil
    case (.shown(let list), .rows(let given)):
      return difference(given, list, check, after: count) ?? display(given, list, check)
    case (.refused(let expected), _):
      return CaseFailure(summary: "\(query): got \(summary(reply)), expected \(expected)")
    case (.shown(let list), _):
      let expected = summary(.rows(list.rows))
      return CaseFailure(summary: "\(query): got \(summary(reply)), expected \(expected)")
    }
  }

  private func difference(
    _ given: [Int], _ list: ExpectedList, _ check: CaseCheck, after count: Int
  ) -> CaseFailure? {
    guard let found = Difference(rows: given, expected: list.rows, isExact: isExact) else {
      return nil
    }
    let row = found.firstRow
    let isMissing = row == found.firstMissing
    let named = "\(rows.key(row))\(quotedText(of: row))"
    let what = isMissing ? "does not find \(named)" : "finds \(named), which should not match"
    var details = [
      "got \(summary(.rows(given))), expected \(summary(.rows(list.rows)))",
      "profile \(check.profile.name), folding \(check.profile.folding.rawValue)",
    ]
    details += foldedForms(row: row, check.query)
    if isWrongAlone(row, check, isExpected: isMissing) {
      details.append("the answer is also wrong for this row alone, and with a fresh cursor")
    } else if count > 0 {
      details.append("the answer is wrong only with other rows or after other queries")
    }
    return CaseFailure(
      summary: "\(check.query.summary) \(what) "
        + "(\(found.missingCount) missing, \(found.extraCount) extra)",
      details: details)
  }

  /// The first searched text of a row, after a comma; empty if it has none, or no such row exists.
  private func quotedText(of row: Int) -> String {
    guard row < corpus.rowCount, !corpus.profile.textFields.isEmpty else { return "" }
    let text = corpus.text(row: row)
    return text.isEmpty ? "" : ", \(String(text.prefix(60)).debugDescription)"
  }

  /// The content of the list apart from rows: the display state, and the sections.
  private func display(
    _ given: [Int], _ list: ExpectedList, _ check: CaseCheck
  ) -> CaseFailure? {
    var resolved = ResolvedQuery()
    do { try resolved.resolve(check.query, in: corpus) } catch { return nil }
    let display = check.profile.displayState(of: resolved)
    guard display == list.display else {
      return CaseFailure(
        summary: "\(check.query.summary): the list shows \(display.rawValue), "
          + "expected \(list.display.rawValue)")
    }
    guard isExact, let expected = list.sections else { return marks(list, check) }
    let sections = sectioning(corpus, given, check.query)
    guard sections != expected else { return marks(list, check) }
    return CaseFailure(
      summary: "\(check.query.summary): got sections \(summary(sections)), "
        + "expected \(summary(expected))")
  }

  /// A failure in the marks of the rows, by the oracle or by the library; a matcher that declares
  /// marks is asked for its own.
  private func marks(_ list: ExpectedList, _ check: CaseCheck) -> CaseFailure? {
    guard let oracle, let expected = list.marks else { return nil }
    let text = { (marks: [MarkedField]) in MarkedField.text(marks.byName(in: corpus.corpus.schema))
    }
    for row in list.rows {
      let right = expected[row] ?? []
      let marks: [MarkedField]? =
        if case .marks = subject { try? marker.mark(corpus, row, check.query) } else {
          try? oracle.matchedRanges(row: row, for: check.query)
        }
      guard marks?.sorted(by: { $0.column < $1.column }) != right else { continue }
      return CaseFailure(
        summary: "\(check.query.summary): \(rows.key(row)): marked \(text(marks ?? [])), "
          + "expected \(text(right))")
    }
    return nil
  }

  /// Returns true if the failure also shows in a corpus of this row alone, the smallest that can.
  private func isWrongAlone(_ row: Int, _ check: CaseCheck, isExpected: Bool) -> Bool {
    let alone = CaseCorpus(
      name: rows.name, columns: rows.columns, rows: [rows.rows[row]], keys: [rows.key(row)])
    guard let corpus = try? alone.corpus(),
      var trial = try? Trial(subject, corpus: corpus, rows: alone, profile: check.profile)
    else { return false }
    return trial.reply(to: check.query) == .rows(isExpected ? [] : [0])
  }

  func summary(_ reply: SituationReply) -> String {
    switch reply {
    case .rows(let given):
      given.isEmpty ? "no rows" : given.map(rows.key).joined(separator: " ")
    case .refused(let error): "the error \(RefusalName.of(error))"
    case .skipped(let reason): "no answer (\(reason))"
    case .malformed(let reason), .failed(let reason): "an error: \(reason)"
    }
  }

  private func summary(_ sections: [Section]) -> String {
    sections.map { section in
      "[\(section.title ?? "-"): \(section.rows.map(rows.key).joined(separator: " "))]"
    }.joined(separator: " ")
  }
}

extension Trial {
  /// Longer text is cut: who reads this looks for one scalar.
  private static let scalarLimit = 24

  /// The scalars of each text field and of the text, as they are and folded; of ASCII, the text
  /// itself.
  ///
  /// Scalars, because look-alikes are what people stumble over.
  private func foldedForms(row: Int, _ query: SearchQuery) -> [String] {
    let key = rows.key(row)
    let folding = corpus.profile.folding
    let named = corpus.profile.textFields.enumerated().map { index, field in
      ("\(key), \(field.name)", corpus.text(row: row, field: index), field.match)
    }
    return (named + [("typed text", query.text, .contains)]).flatMap { name, text, mode in
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        return ["\(name): \(String(text.prefix(80)).debugDescription)"]
      }
      let folded = String(decoding: folding.fold(text, for: mode), as: UTF8.self)
      return [
        "\(name), raw: \(Self.scalars(text))", "\(name), folded: \(Self.scalars(folded))",
      ]
    }
  }

  private static func scalars(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let shown = scalars.prefix(scalarLimit).map {
      String($0.value, radix: 16, uppercase: true).zeroPadded(to: 4)
    }
    let rest = scalars.count > scalarLimit ? " and \(scalars.count - scalarLimit) more" : ""
    return shown.isEmpty ? "nothing" : shown.joined(separator: " ") + rest
  }
}

extension SearchQuery {
  /// For instance `"new" [Europe] in 2019`.
  package var summary: String {
    var words = [text.utf8.count > 60 ? "\(text.utf8.count) bytes" : text.debugDescription]
    words += tokens.prefix(4).map { "[\($0.value)]" }
    if tokens.count > 4 { words.append("and \(tokens.count - 4) more tokens") }
    if let scope { words.append("in \(scope)") }
    return words.joined(separator: " ")
  }
}
