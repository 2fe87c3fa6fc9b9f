package import MatchmarkCore
import Synchronization

/// The condition under which a matcher crashes the process.
package enum CrashMoment: String, Sendable, CaseIterable {
  /// The matcher is built from ``rowCount`` rows or more.
  case building
  /// A query has ``scalarCount`` scalars or more.
  case answering
  /// The matcher has given ``MatcherFault/patience`` answers.
  case tiring
  /// The matcher was wrong on its largest number of rows and is built from fewer, as when a find is
  /// shrunk.
  case shrinking

  /// The minimum number of rows from which the matcher crashes.
  package static let rowCount = 40
  /// The minimum number of scalars with which the matcher crashes.
  package static let scalarCount = 3
}

extension MatcherEntry {
  /// Returns the same matcher as `broken-crashes`, which crashes.
  package func crashing(_ moment: CrashMoment) -> MatcherEntry {
    let build = moment == .shrinking ? FaultyMatchers.entry(.dropsLastRow).build : build
    let mostRows = Mutex(0)
    return MatcherEntry(
      descriptor: MatcherDescriptor(
        id: "broken-crashes", summary: "a double for tests: crashes, \(moment.rawValue)"),
      support: support
    ) { corpus, options throws(MatcherError) in
      let most = mostRows.withLock { most in
        most = max(most, corpus.rowCount)
        return most
      }
      if moment == .shrinking, corpus.rowCount < most { crash() }
      if moment == .building, corpus.rowCount >= CrashMoment.rowCount { crash() }
      return WrappedMatcher(right: try build(corpus, options)) {
        CrashingCursor(right: $0, moment: moment)
      }
    }
  }
}

/// Ends the process; unlike a precondition, this prints its message in release builds, too.
private func crash() -> Never { fatalError("an index is out of range") }

private struct CrashingCursor: MatcherCursor {
  var right: any MatcherCursor
  let moment: CrashMoment
  private var answerCount = 0

  init(right: any MatcherCursor, moment: CrashMoment) {
    self.right = right
    self.moment = moment
  }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    answerCount += 1
    switch moment {
    case .building, .shrinking: break
    case .answering: if query.text.unicodeScalars.count >= CrashMoment.scalarCount { crash() }
    case .tiring: if answerCount > MatcherFault.patience { crash() }
    }
    return try right.answer(query, into: &answer)
  }
}
