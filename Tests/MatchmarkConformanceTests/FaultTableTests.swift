import MatchmarkConformance
import MatchmarkCore
import MatchmarkSession
import MatchmarkTestSupport
import Testing

/// Every deliberate fault fails a conformance case that names its clause.
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

  @Test("A matcher without a planted fault passes every conformance case")
  func faultless() throws {
    for testCase in try Self.suite.get().cases {
      let result = CaseRunner().run(testCase, on: .matcher(FaultyMatchers.entry(nil)))
      #expect(result?.isFailure != true, "\(testCase.id) \(String(describing: result))")
    }
  }

  @Test(
    "Each fault of a matcher is caught by a case that names its clause", arguments: Fault.allCases)
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
    "Each fault of a search field is caught by a case that names its clause",
    arguments: SessionFault.allCases)
  func caught(fault: SessionFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test("A search field without a planted fault passes every session case")
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
    "Each fault of a list is caught by a case that names its clause",
    arguments: ListFault.allCases)
  func caught(fault: ListFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test(
    "Each fault in marked ranges is caught by a case that names its clause",
    arguments: MarkFault.allCases)
  func caught(fault: MarkFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }

  @Test(
    "Each fault of the shared folding is caught by a case that names its clause",
    arguments: FoldFault.allCases)
  func caught(fault: FoldFault) throws {
    #expect(try !Self.catchingCases(fault).isEmpty, "\(fault.id), \(fault.clause)")
  }
}
