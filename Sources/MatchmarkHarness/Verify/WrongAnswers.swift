import MatchmarkConformance
import MatchmarkCore
import MatchmarkMeasurement

/// The wrong answers of a contender on one cell, and the profile under which they would be right.
struct WrongAnswers {
  var keystrokes: Set<Int> = []
  private(set) var examinedCount = 0
  private var counts: [ProfileChange: Int] = [:]

  private static let examinedLimit = 20

  /// Looks for what would make an answer right, unless enough were examined.
  ///
  /// - Parameter explanation: the changes under each of which it is right.
  mutating func examine(_ explanation: () -> [ProfileChange]) {
    guard examinedCount < Self.examinedLimit else { return }
    examinedCount += 1
    for change in explanation() { counts[change, default: 0] += 1 }
  }

  /// What explains the most answers; in a tie, the first of the changes.
  func cause(under profile: SearchProfile) -> AnswerTally.Cause? {
    let changes = ProfileChange.all(of: profile)
    guard let most = counts.values.max(), let change = changes.first(where: { counts[$0] == most })
    else { return nil }
    return AnswerTally.Cause(
      difference: change.difference(from: profile), remedy: change.remedy, count: most)
  }
}

/// A profile with another value on one axis.
enum ProfileChange: Hashable {
  case folding(Folding)
  case terms(TermMode)
  case trim(TrimMode)
  case match(MatchMode)

  /// Every change of a profile, starting with those that explain most.
  static func all(of profile: SearchProfile) -> [ProfileChange] {
    let modes = Set(profile.textFields.map(\.match))
    return Folding.allCases.reversed().filter { $0 != profile.folding }.map(ProfileChange.folding)
      + TermMode.allCases.filter { $0 != profile.terms }.map(ProfileChange.terms)
      + TrimMode.allCases.filter { $0 != profile.trim }.map(ProfileChange.trim)
      + MatchMode.allCases.filter { modes != [$0] }.map(ProfileChange.match)
  }

  func applied(to profile: SearchProfile) -> SearchProfile {
    profile.with { profile in
      switch self {
      case .folding(let folding): profile.folding = folding
      case .terms(let terms): profile.terms = terms
      case .trim(let trim): profile.trim = trim
      case .match(let match):
        profile.textFields = profile.textFields.map { TextField($0.name, match) }
      }
    }
  }

  /// The axis and its value, as a profile's file spells them.
  var remedy: String {
    switch self {
    case .folding(let folding): "folding \(folding.rawValue)"
    case .terms(let terms): "terms \(terms.rawValue)"
    case .trim(let trim): "trim \(trim.rawValue)"
    case .match(let match): "match \(match.rawValue)"
    }
  }

  /// What differs in an answer that is right after the change.
  func difference(from profile: SearchProfile) -> String {
    switch self {
    case .folding(let folding):
      switch Set([folding, profile.folding]) {
      case [.caseInsensitive, .caseAndDiacriticInsensitive]: "accents"
      case [.caseInsensitive, .exact]: "upper and lower case"
      default: "case and accents"
      }
    case .terms: "several words"
    case .trim: "spaces at the ends"
    case .match: "where a term matches"
    }
  }
}

extension Verification {
  /// The rows of a wrong answer that are examined: those that differ, and as many others of it.
  private static let examinedRowLimit = 100

  /// The changes of the profile under which an answer would be right, as far as some rows show.
  ///
  /// - Complexity: O(rows), plus the oracle on two hundred of them for each change.
  func explanation(of answer: Answer, to index: Int, expected: Answer) -> [ProfileChange] {
    let all = 0..<corpus.rowCount
    let differing = all.lazy.filter { answer.contains($0) != expected.contains($0) }
    let common = all.lazy.filter { answer.contains($0) && expected.contains($0) }
    let rows = [differing, common].flatMap { $0.prefix(Self.examinedRowLimit) }
    let wanted = rows.indices.filter { answer.contains(rows[$0]) }
    let situation = situation(rows, workload.keystrokes[index].query, earlier: [])
    return ProfileChange.all(of: corpus.profile).filter { change in
      // An empty answer shows no place of a match, and would be right for equality, for instance.
      if wanted.isEmpty, case .match = change { return false }
      let changed = situation.with { $0.profile = change.applied(to: corpus.profile) }
      return (try? changed.oracleReply()) == .rows(wanted)
    }
  }
}
