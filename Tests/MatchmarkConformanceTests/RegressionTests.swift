import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkIncumbents
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

/// The finds of hunts are checked again in every run.
@Suite("Stored finds")
struct RegressionTests {
  static let files = (try? names()) ?? []

  private static func names() throws -> [String] {
    let folder = WorkingCopy.root.appending(path: "Fixtures/regressions")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".json") }
  }

  private static func cases(_ name: String) throws -> [ConformanceCase] {
    let text = try ProjectFiles.text("Fixtures/regressions/\(name)")
    return try ConformanceSuite.load(with: [CaseFile(name: name, bytes: Array(text.utf8))]).cases
  }

  @Test("The oracle and every matcher answer each stored find correctly", arguments: files)
  func right(name: String) throws {
    let entries = MatcherEntry.builtIn + MatcherEntry.incumbents
    let subjects = [.oracle, .marks] + entries.map { ConformanceSubject.matcher($0) }
    for testCase in try Self.cases(name) {
      #expect("\(testCase.id).json" == name)
      for subject in subjects {
        if case .failed(let failure)? = CaseRunner().run(testCase, on: subject) {
          Issue.record("\(subject.id) fails \(testCase.id): \(failure)")
        }
      }
    }
  }

  @Test("Every matcher answers the stored finds correctly, whatever its options")
  func options() throws {
    let entries = MatcherEntry.builtIn.flatMap { entry in
      entry.descriptor.options.flatMap { option in
        option.values.map { entry.choosing([option.name: $0]) }
      }
    }
    for testCase in try Self.files.filter({ !$0.hasPrefix("faulty-") }).flatMap(Self.cases) {
      for entry in entries {
        guard case .failed(let failure)? = CaseRunner().run(testCase, on: .matcher(entry)),
          // The instructions of another processor.
          !"\(failure)".contains("instructions of this processor")
        else { continue }
        Issue.record("\(entry.descriptor.id) fails \(testCase.id): \(failure)")
      }
    }
  }

  @Test(
    "The stored find of each planted fault catches the matcher that has the fault",
    arguments: Fault.allCases)
  func planted(fault: Fault) throws {
    let entry = FaultyMatchers.entry(fault)
    let names = Self.files.filter { $0.dropLast(14) == entry.descriptor.id }
    #expect(names.count == 1, "\(names)")
    for testCase in try names.flatMap(Self.cases) {
      guard case .failed = CaseRunner().run(testCase, on: .matcher(entry)) else {
        Issue.record("\(entry.descriptor.id) passes \(testCase.id)")
        continue
      }
    }
  }
}
