import Foundation
package import MatchmarkConformance
import Testing

/// The cases of the clauses of a contract, as data in a folder of Fixtures.
package struct ClauseCases {
  private let cases: [StoredCase]

  /// - Parameter contract: the one that reads them, whose subjects are asked.
  package init(_ folder: String, as contract: any Contract) throws {
    let file = WorkingCopy.root.appending(path: "Fixtures/\(folder)/clauses.json")
    cases = try StoredCase.read(
      [CaseFile(name: "clauses.json", bytes: Array(try Data(contentsOf: file)))], as: [contract])
  }

  /// Expects a case of every clause, that no subject fails any, and that each is passed by one.
  package func expectPassed(ofEvery clauses: [String]) {
    #expect(Set(cases.flatMap(\.head.clauses)) == Set(clauses))
    var passing: Set<String> = []
    for testCase in cases {
      for question in testCase.questions {
        switch question.ask() {
        case .passed?: passing.insert(testCase.head.id)
        case .skipped?: break
        case let other: Issue.record("\(testCase.head.id) of \(question.subject): \(other as Any)")
        }
      }
    }
    #expect(passing == Set(cases.map(\.head.id)), "a case that no subject is asked")
  }

  /// The cases that the only subject fails.
  private var failed: [StoredCase] {
    cases.filter { testCase in
      guard case .failed? = testCase.questions[0].ask() else { return false }
      return true
    }
  }

  /// Expects that each planted fault fails a case of its clause, and each case for a fault.
  package static func expectCaught<Fault: DeliberateFault>(
    _: Fault.Type, by cases: (Fault?) throws -> ClauseCases
  ) throws {
    var failing: Set<String> = []
    for fault in Fault.allCases {
      let failed = try cases(fault).failed
      #expect(failed.contains { $0.head.clauses.contains(fault.clause) }, "\(fault.id)")
      failing.formUnion(failed.map(\.head.id))
    }
    let all = try cases(nil).cases.map(\.head.id)
    #expect(Set(all).subtracting(failing) == [])
  }
}
