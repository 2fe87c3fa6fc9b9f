import MatchmarkConformance

/// A case that a subject once got wrong, kept as a text in the code of a test.
struct KeptFind: Sendable {
  /// The id: `find-` and the number of the text, and that of the case if a text has several.
  let id: String
  /// The clauses that the case is about.
  let clauses: [String]
  /// The behaviour that is checked, in one sentence.
  let sentence: String
  /// Asks the case.
  let result: @Sendable () -> ConformanceTest.Result

  /// Reads texts as failures print them; one that cannot be read is a case that fails.
  ///
  /// - Parameter contract: the contract with the one subject that is asked.
  static func all(in texts: [String], of contract: some Contract) -> [KeptFind] {
    texts.enumerated().flatMap { index, text -> [KeptFind] in
      let id = "find-\(index + 1)"
      let file = CaseFile(name: "finds[\(index)]", bytes: Array(text.utf8))
      do {
        let cases = try StoredCase.read([file], as: [contract])
        return cases.flatMap { stored in
          let caseID = cases.count == 1 ? id : "\(id)-\(stored.head.id)"
          return stored.questions.map { KeptFind(caseID, stored.head.clauses, $0) }
        }
      } catch {
        let reason = "\(error)"
        return [
          KeptFind(id: id, clauses: [], sentence: "the find can be read") { .failed(reason) }
        ]
      }
    }
  }

  private init(
    id: String, clauses: [String], sentence: String,
    result: @escaping @Sendable () -> ConformanceTest.Result
  ) {
    (self.id, self.clauses, self.sentence, self.result) = (id, clauses, sentence, result)
  }

  private init(_ id: String, _ clauses: [String], _ question: StoredCase.Question) {
    let about = clauses.joined(separator: " and ")
    self.init(id: id, clauses: clauses, sentence: "what once broke \(about) is right") {
      switch question.ask() {
      case .passed: .passed
      case .failed(let failure): .failed("\(failure)")
      case .passedInPart(let reason), .skipped(let reason): .skipped(reason: reason)
      case nil: .skipped(reason: "it has nothing that the case is about")
      }
    }
  }
}

extension Find {
  /// The breach, or what was seen once, in words; with where it was found, and how to keep it.
  func text(of contract: C, number: Int, seed: UInt64) -> String {
    let origin = "case \(number) of seed \(seed)"
    switch self {
    case .breach(_, _, let breach):
      guard let stored = try? StoredFind(self, of: contract) else {
        return "\(breach)\n  found in \(origin)"
      }
      return """
        \(breach)
          found in \(origin); to keep it as a test of its own, add it to 'finds':
          \(stored.literal(about: "Found by a test, \(origin)."))
        """
    case .fleeting(_, let text):
      return "\(text)\nIt was right when it was asked again.\n  found in \(origin)"
    case .failure(_, let text): return "\(text)\n  found in \(origin)"
    }
  }
}
