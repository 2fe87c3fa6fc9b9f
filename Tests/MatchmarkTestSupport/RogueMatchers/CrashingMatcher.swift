package import MatchmarkCore
import Synchronization

/// When a matcher takes the whole process along.
package enum CrashMoment: String, Sendable, CaseIterable {
  /// While it is built over ``rowCount`` rows or more.
  case building
  /// Asked for ``scalarCount`` scalars or more.
  case answering
  /// After ``Misdeed/patience`` answers.
  case tiring
  /// Wrong over the most rows so far, and built over fewer of them, as when a find is made small.
  case shrinking

  /// Over fewer rows it is built.
  package static let rowCount = 40
  /// What is shorter is answered.
  package static let scalarCount = 3
}

extension MatcherEntry {
  /// The same matcher as `rogue-crashes`, which crashes.
  package func crashing(_ moment: CrashMoment) -> MatcherEntry {
    let build = moment == .shrinking ? FaultyMatchers.entry(.dropsLastRow).build : build
    let mostRows = Mutex(0)
    return MatcherEntry(
      descriptor: MatcherDescriptor(
        id: "rogue-crashes", summary: "a double for tests: crashes, \(moment.rawValue)"),
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

/// Unlike a precondition it says its message in release, too.
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
    case .tiring: if answerCount > Misdeed.patience { crash() }
    }
    return try right.answer(query, into: &answer)
  }
}
