import Testing

@Suite("Named limits")
struct LimitTests {
  @Test("a constant that is called a limit stands in the table of limits")
  func registered() throws {
    let files = try Repository.swiftFiles(under: "Sources")
    let table = Set(
      files.filter { $0.path.contains("/InputLimit+") }.flatMap(\.code)
        .flatMap { Token.tokens(of: [$0]).map(\.text) })
    for file in files {
      for (line, code) in file.code.enumerated() {
        // How much a page or a picture draws of a record is nothing to go beyond.
        guard !file.path.contains("/HTML/"), let name = Self.limit(declaredIn: code),
          !table.contains(name),
          Self.other["\(file.path.split(separator: "/").last ?? ""): \(name)"] == nil
        else { continue }
        Issue.record("\(file.place(line)): the limit '\(name)' is in no InputLimit+<Room>.swift")
      }
    }
  }

  @Test("what somebody else may have written is read with a limit")
  func readers() throws {
    let readers = ["FileReader", "contentsOf", "contentsOfFile", "readLine"]
    for file in try Repository.swiftFiles(under: "Sources/MatchmarkCommand")
    where !Self.ownFiles.contains(file.path) {
      for (line, code) in file.code.enumerated() {
        for token in Token.tokens(of: [code]) where readers.contains(token.text) {
          // Writing has the same label.
          if code.contains("write(contentsOf") { continue }
          Issue.record("\(file.place(line)): \(token.text), expected InputFile")
        }
      }
    }
  }

  @Test("what hands bytes to Foundation's decoder asks first how deep they are nested")
  func decoders() throws {
    for file in try Repository.swiftFiles(under: "Sources") where !Self.ownJSON.contains(file.path)
    {
      let tokens = file.code.flatMap { Token.tokens(of: [$0]).map(\.text) }
      guard tokens.contains("JSONDecoder") || tokens.contains("JSONSerialization") else { continue }
      #expect(tokens.contains("JSONNesting"), "\(file.path): a decoder without JSONNesting")
    }
  }

  /// Where JSON of our own making is read, or such whose depth a reader has looked at.
  private static let ownJSON = [
    "Sources/MatchmarkCommand/Session/SessionLine.swift",
    "Sources/MatchmarkConformance/Sessions/SessionDriver.swift",
    "Sources/MatchmarkConformance/Sessions/SessionDisagreement.swift",
    "Sources/MatchmarkSession/Traces/TraceFileLine.swift",
  ]

  /// The name of a limit that a line declares.
  static func limit(declaredIn code: String) -> String? {
    // Most lines have no such word; the expression is slow without optimisation.
    guard code.utf8.contains(UInt8(ascii: "=")), code.contains("imit") else { return nil }
    return code.firstMatch(of: /\bstatic let (\w*[lL]imit(?:InBytes)?)\b/).map { String($0.1) }
  }

  /// Where the limits are, and files of the project itself.
  private static let ownFiles = [
    "Sources/MatchmarkCommand/Files/InputFile.swift",
    "Sources/MatchmarkCommand/Conformance/CaseLocations.swift",
    "Sources/MatchmarkCommand/Conformance/ClauseList.swift",
    "Sources/MatchmarkCommand/Hunt/HuntLedger.swift",
  ]

  /// Bounds that nobody outside can reach or see: how much is tried, or printed of one thing.
  private static let other: [String: String] = [
    "Verification+Shrinking.swift: shrinkingTrialLimit": "how long a find is made smaller",
    "GateRule.swift: driftLimit": "a share in a formula",
    "Tokenisation.swift: shareLimit": "when an index of words does not pay",
    "SQLiteTextIndex.swift: phraseScalarLimit": "when SQLite is asked in another way",
    "ClausePage.swift: caseLimit": "how many cases a row of the page names",
    "FoldedForms.swift: scalarLimit": "how many scalars a message spells out",
    "ConformanceFacts.swift: subjectLimit": "how many subjects a sentence names",
    "ConformanceFacts.swift: limit": "how many failures a page lists",
    "ConformanceTable.swift: failureLimit": "how many failures a table lists",
    "ConformanceTable.swift: caseLimit": "how many cases a line names",
    "ParityMatrix.swift: matcherLimit": "how wide a table is",
    "ParityMatrix.swift: groupLimit": "how long a table is",
    "TimelineFacts.swift: keyLimit": "how many keystrokes a picture draws",
    "EngineFacts.swift: faultLimit": "how many faults a page lists",
    "OverviewFacts.swift: pivotLimit": "how many tables a page has",
    "CounterexampleList.swift: matcherLimit": "how many matchers a list shows",
    "CounterexampleList.swift: limit": "how long a list is",
    "TerminalReport.swift: requestLimit": "how much of a request a terminal shows",
    "TerminalReport.swift: errorLineLimit": "how many lines a terminal shows",
    "MarkdownReport.swift: counterexampleLimit": "how many wrong answers a page shows",
    "JUnitReport+Record.swift: listedLimit": "how many wrong answers a case lists",
    "SessionPrinter.swift: rowLimit": "how many rows a terminal shows",
  ]

  @Test("notices the declaration of a limit, and nothing else")
  func declarations() {
    #expect(Self.limit(declaredIn: "  package static let rowLimit = 600") == "rowLimit")
    #expect(Self.limit(declaredIn: "static let limit = 2") == "limit")
    #expect(Self.limit(declaredIn: "static let sizeLimitInBytes = 1 << 20") == "sizeLimitInBytes")
    #expect(Self.limit(declaredIn: "let rowLimit = 600") == nil)
    #expect(Self.limit(declaredIn: "static let limited = 2") == nil)
  }
}
