package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem
import Synchronization

package enum HuntFind: Sendable {
  /// A matcher and the oracle disagree, in the smallest situation that shows it.
  case disagreement(Disagreement)
  /// The oracle breaks a law, so the specification or the oracle is wrong.
  case breach(law: String, LawBreach)
  /// A text is folded differently from the oracle, in the smallest situation that shows it.
  case fold(FoldDisagreement)
  /// A row's marks differ from the oracle's or break a law, in the smallest situation that shows
  /// it.
  case marks(MarkDisagreement)
  /// A matcher was wrong once, but not when it was asked the same again.
  case fleeting(matcher: String, String)
  /// An engine gave no answer because it failed.
  case failure(matcher: String, String)

  /// The id of the participant that is wrong.
  package var subject: String {
    switch self {
    case .disagreement(let found): found.matcher
    case .breach: ConformanceSubject.oracle.id
    case .fold(let found): found.folder
    case .marks(let found): found.marker
    case .fleeting(let matcher, _), .failure(let matcher, _): matcher
    }
  }

  /// The ids of what every hunt checks besides its participants, because all of them share it.
  package static let sharedSubjects = [
    ConformanceSubject.oracle.id, TextFolder.library.id, RowMarker.library.id,
  ]
}

extension HuntFind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .disagreement(let found): found.description
    case .breach(let law, let breach): "the oracle breaks the law '\(law)'\n\(breach)"
    case .fold(let found): found.description
    case .marks(let found): found.description
    case .fleeting(let matcher, let text):
      "\(matcher) gives a wrong answer, and a right one when asked the same again\n  \(text)"
    case .failure(let matcher, let text): "\(matcher) fails\n  \(text)"
    }
  }
}

/// The outcome of a case.
package struct HuntOutcome: Sendable {
  /// How many answers were compared.
  package var answerCount = 0
  package var answering: Set<String> = []
  /// How often each form of a structure was reached, over a part of the answers.
  package var forms = FormCounts()
  package var find: HuntFind?
  /// Whether shrinking it ended because its time was up; a smaller case may then exist.
  package var isCutShort = false
  /// When the find was seen, before it was shrunk; nil without a find.
  package var seenAt: UInt64?
}

/// Finds as they were seen: stored before they are shrunk, because a matcher that corrupts memory
/// may crash the process meanwhile.
package final class EarlyFinds: Sendable {
  private let store: @Sendable (Disagreement, Int) -> String?
  private let paths = Mutex<[String]>([])

  /// A larger find is only named by its case; its file would be too long to read.
  private static let mostBytes = 8 << 20

  /// - Parameter store: stores the find of a case and returns the path of its file, nil on failure.
  package init(store: @escaping @Sendable (_ find: Disagreement, _ number: Int) -> String?) {
    self.store = store
  }

  package func note(_ find: Disagreement, _ number: Int) {
    let size = find.situation.rows.reduce(0) { sum, cells in
      cells.reduce(sum + 8) { $0 + $1.utf8.count + 8 }
    }
    guard size <= Self.mostBytes, let path = store(find, number) else { return }
    paths.withLock { $0.append(path) }
  }

  /// Removes them, because the small one is stored.
  package func remove(except kept: String) {
    for path in paths.withLock(\.self) where path != kept {
      // The small find is stored; a large one too many does no harm.
      _ = try? OwnFile.remove(path)
    }
  }
}
