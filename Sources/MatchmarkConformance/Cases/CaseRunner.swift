public import MatchmarkCore
public import MatchmarkSession

/// A subject that is held to a case.
public enum ConformanceSubject: Sendable {
  /// The reference itself, with what the list then shows.
  case oracle
  /// The marks of this library in the rows of a list.
  case marks
  /// A matcher, alone and under the search field.
  case matcher(MatcherEntry)
  /// A search field, with the oracle's answers.
  case searchModel(SearchModelEntry)

  /// The search field of this library.
  public static let session = ConformanceSubject.searchModel(.session)

  /// The id in reports.
  public var id: String {
    switch self {
    case .oracle: "oracle"
    case .marks: RowMarker.library.id
    case .matcher(let entry): entry.descriptor.id
    case .searchModel(let entry): entry.id
    }
  }

  var isMatcher: Bool {
    if case .matcher = self { true } else { false }
  }
}

/// Holds oracle and matchers to the cases.
public struct CaseRunner: Sendable {
  /// Divides matching rows into the sections of a list.
  package typealias Sectioning = @Sendable (FoldedCorpus, [Int], SearchQuery) -> [Section]

  private let sectioning: Sectioning
  private let marker: RowMarker
  private let folder: TextFolder

  /// Creates a runner.
  public init() { self.init(marker: .library) }

  /// Creates a runner of a list that may be wrong.
  package init(
    marker: RowMarker = .library, folder: TextFolder = .library,
    sectioning: @escaping Sectioning = { $0.sections(of: $1, for: $2) }
  ) {
    self.sectioning = sectioning
    self.marker = marker
    self.folder = folder
  }

  /// The result of a case for a subject; nil where the case is not for that subject, such as a case
  /// about marks for a matcher that declares none.
  ///
  /// The checks of one profile are asked of one cursor, in order and then backwards, so that an
  /// answer that depends on earlier keystrokes shows.
  public func run(_ testCase: ConformanceCase, on subject: ConformanceSubject) -> CaseResult? {
    switch (testCase.content, subject) {
    case (.checks, .searchModel), (.session, .oracle), (.session, .marks): nil
    case (.checks(let checks), .marks) where !checks.contains(where: \.hasMarks): nil
    case (.checks(let checks), _): run(checks, of: testCase, on: subject)
    case (.session(let script), .matcher) where !script.expectsRows: nil
    case (.session(let script), _): run(script, of: testCase, on: subject)
    }
  }

  /// The question whether a subject passes a case.
  package func question(
    _ testCase: ConformanceCase, to subject: ConformanceSubject
  ) -> StoredCase.Question {
    StoredCase.Question(to: subject.id) { run(testCase, on: subject) }
  }

  private func run(
    _ checks: [CaseCheck], of testCase: ConformanceCase, on subject: ConformanceSubject
  ) -> CaseResult? {
    let corpus: Corpus
    do {
      corpus = try testCase.corpus.corpus()
    } catch {
      // The rows never reach a matcher, which therefore has no part in it.
      return subject.isMatcher ? nil : refusal(RefusalName.of(error), checks)
    }
    var skipped: [String] = []
    var answeredCount = 0
    var leavesMarksOut = false
    let profiles = checks.map(\.profile)
    for (index, profile) in profiles.enumerated() where profiles.firstIndex(of: profile) == index {
      let asked = checks.filter { $0.profile == profile }
      do throws(MatcherError) {
        var trial = try Trial(subject, corpus: corpus, rows: testCase.corpus, profile: profile)
        trial.sectioning = sectioning
        trial.marker = marker
        trial.folder = folder
        if let failure = trial.failure(of: asked) { return .failed(failure) }
        skipped += trial.declined
        answeredCount += trial.answeredCount
        leavesMarksOut = leavesMarksOut || trial.leavesMarksOut
      } catch .unsupportedCorpus(let reason) {
        skipped += asked.map { _ in reason }
      } catch {
        return .failed(CaseFailure(summary: "it could not be built: \(error)"))
      }
    }
    // Rows alone do not show that marks are right.
    guard let reason = skipped.first else { return leavesMarksOut ? nil : .passed }
    guard skipped.count < checks.count else { return .skipped(reason: reason) }
    let part = "\(skipped.count) of \(checks.count) checks: \(reason)"
    return answeredCount > 0 ? .passedInPart(reason: part) : .skipped(reason: part)
  }

  /// The corpus was refused, which some cases expect.
  private func refusal(_ name: String, _ checks: [CaseCheck]) -> CaseResult {
    if checks.allSatisfy({ $0.expectation == .refused(name) }) { return .passed }
    return .failed(CaseFailure(summary: "the corpus was refused: \(name)"))
  }

  /// A matcher answers for the rows only, asked in the order in which the session asks.
  private func run(
    _ script: CaseScript, of testCase: ConformanceCase, on subject: ConformanceSubject
  ) -> CaseResult {
    do throws(MatcherError) {
      let corpus: Corpus
      do { corpus = try testCase.corpus.corpus() } catch {
        return .failed(CaseFailure(summary: "the corpus was refused: \(error)"))
      }
      var trial = try Trial(
        subject, corpus: corpus, rows: testCase.corpus, profile: script.profile)
      guard trial.isExact else { return .skipped(reason: "it declares its answers inexact") }
      return trial.result(of: script)
    } catch .unsupportedCorpus(let reason) {
      return .skipped(reason: reason)
    } catch {
      return .failed(CaseFailure(summary: "it could not be built: \(error)"))
    }
  }
}

/// A model of a search field, as the conformance cases know it: a name, and how to make one.
public struct SearchModelEntry: Sendable {
  /// The id in reports.
  public let id: String
  /// The parts of a search field that it lacks; cases that need them are skipped.
  public let lacks: Set<SearchModelPart>
  /// Makes an inactive search field over a corpus.
  public let make: @Sendable (FoldedCorpus, SessionSettings) -> any SearchModel

  /// Creates an entry.
  public init(
    id: String, lacking lacks: Set<SearchModelPart> = [],
    make: @escaping @Sendable (FoldedCorpus, SessionSettings) -> any SearchModel
  ) {
    self.id = id
    self.lacks = lacks
    self.make = make
  }

  /// Returns the reason why a model that lacks these parts cannot be asked a case; nil if it can.
  package func reason(toSkip testCase: ConformanceCase) -> String? {
    guard case .session(let script) = testCase.content else { return nil }
    return lacks.reason(toSkip: script)
  }

  /// ``SearchSession``.
  public static let session = SearchModelEntry(id: "session") { corpus, settings in
    SearchSession(for: corpus, settings: settings)
  }
}
