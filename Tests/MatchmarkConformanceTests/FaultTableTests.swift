import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkSession
import MatchmarkTestSupport
import Testing

/// Every deliberate fault fails a conformance case that names the clause, and the documentation
/// lists the cases.
@Suite("The table of faults")
struct FaultTableTests {
  static let suite = Result { try ConformanceSuite.embedded() }

  /// The cases of a fault's clause that notice it, in the order of the suite.
  static func catchingCases(_ fault: Fault) throws -> [ConformanceCase] {
    let entry = FaultyMatchers.entry(fault)
    return try suite.get().cases(of: fault.clause).filter {
      CaseRunner().run($0, on: .matcher(entry))?.isFailure == true
    }
  }

  @Test("a matcher without a fault passes every case")
  func faultless() throws {
    for testCase in try Self.suite.get().cases {
      let result = CaseRunner().run(testCase, on: .matcher(FaultyMatchers.entry(nil)))
      #expect(result?.isFailure != true, "\(testCase.id) \(String(describing: result))")
    }
  }

  @Test("each fault is caught by a case that names its clause", arguments: Fault.allCases)
  func caught(fault: Fault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  /// The cases of a search field's fault that notice it, in the order of the suite.
  static func catchingCases(_ fault: SessionFault) throws -> [ConformanceCase] {
    try suite.get().cases(of: fault.clause).filter {
      CaseRunner().run($0, on: .searchModel(fault.entry))?.isFailure == true
    }
  }

  @Test(
    "each fault of a search field is caught by a case that names its clause",
    arguments: SessionFault.allCases)
  func caught(fault: SessionFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test("a search field without a fault passes every case through the same wrapper")
  func faultlessField() throws {
    let entry = SearchModelEntry(id: "right") { SearchSession(for: $0, settings: $1) }
    for testCase in try Self.suite.get().cases where testCase.level == .session {
      #expect(CaseRunner().run(testCase, on: .searchModel(entry)) == .passed, "\(testCase.id)")
    }
  }

  /// The cases of a fault of a list or of its marks that notice it, in the order of the suite.
  static func catchingCases(_ fault: some PresentationFault) throws -> [ConformanceCase] {
    try suite.get().cases(of: fault.clause).filter {
      fault.runner.run($0, on: fault.subject)?.isFailure == true
    }
  }

  @Test(
    "each fault of a list is caught by a case that names its clause",
    arguments: ListFault.allCases)
  func caught(fault: ListFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test(
    "each fault in marked ranges is caught by a case that names its clause",
    arguments: MarkFault.allCases)
  func caught(fault: MarkFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test(
    "each fault of the shared folding is caught by a case that names its clause",
    arguments: FoldFault.allCases)
  func caught(fault: FoldFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test("matches the documentation; MATCHMARK_REWRITE=1 rewrites it")
  func documentation() throws {
    let path = "Sources/MatchmarkCore/MatchmarkCore.docc/Faults.md"
    let url = WorkingCopy.root.appending(path: path)
    let page = try FaultPage.text()
    if ProcessInfo.processInfo.environment["MATCHMARK_REWRITE"] == "1" {
      try page.write(to: url, atomically: true, encoding: .utf8)
    }
    let committed = try? String(contentsOf: url, encoding: .utf8)
    #expect(committed == page, "\(path) is out of date")
  }
}

/// The documentation page.
private enum FaultPage {
  private typealias Tests = FaultTableTests

  static func text() throws -> String {
    var lines = [
      "# Faults", "",
      "The deliberate faults, and the cases that catch them.", "",
      "## Overview", "",
      "A check that has never failed proves nothing. Each of these matchers is right except for",
      "one fault. Random worlds find every fault; so does a conformance case of the clause.",
      "`matchmark-faulty`, an executable among the tests, runs the whole command with all of them.",
      "`MATCHMARK_REWRITE=1 swift test --filter FaultTableTests` regenerates this page.",
    ]
    lines += try table(of: "Matcher") {
      try Fault.allCases.map { row($0.id, $0.sentence, $0.clause, try Tests.catchingCases($0)) }
    }
    lines += [
      "", "## Search fields", "",
      "Each of these search fields is right except for one fault.",
    ]
    lines += try table(of: "Search field") {
      try SessionFault.allCases.map {
        row($0.id, $0.sentence, $0.clause, try Tests.catchingCases($0))
      }
    }
    lines += ["", "## Lists", "", "The rows are right, but the list shows them wrongly."]
    lines += try table(of: "List") { try rows(of: ListFault.self) }
    lines += [
      "", "## Marks", "",
      "The rows are right, but the marks in them are wrong. A hunt finds every fault.",
    ]
    lines += try table(of: "Marker") { try rows(of: MarkFault.self) }
    lines += [
      "", "## Folding", "",
      "All matchers share these mistakes, so their answers agree. A hunt finds every one, because",
      "the oracle folds each text itself.",
    ]
    lines += try table(of: "Folding") { try rows(of: FoldFault.self) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func rows<Fault: PresentationFault>(of faults: Fault.Type) throws -> [String] {
    try faults.allCases.map { row($0.id, $0.sentence, $0.clause, try Tests.catchingCases($0)) }
  }

  private static func table(of who: String, _ rows: () throws -> [String]) rethrows -> [String] {
    ["", "| \(who) | What it does | Clause | Caught by |", "|---|---|---|---|"] + (try rows())
  }

  private static func row(
    _ id: String, _ sentence: String, _ clause: String, _ cases: [ConformanceCase]
  ) -> String {
    "| `\(id)` | \(sentence) | \(clause) | \(cases.prefix(3).map(\.id).joined(separator: ", ")) |"
  }
}
