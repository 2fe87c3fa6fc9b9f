import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord

/// The wrong answers of a contender on one cell, and the profile under which they would be right.
struct WrongAnswers {
  var keystrokes: Set<Int> = []
  private(set) var examinedCount = 0
  /// The differences of the answers that each change explains, by its remedy.
  private var differences: [String: [String]] = [:]
  /// The remedies under which a right answer would be wrong.
  private var refuted: Set<String> = []
  private var contrastCount = 0

  private static let examinedLimit = 20

  /// Looks for what would make an answer right, unless enough were examined.
  ///
  /// - Parameter explanation: the changes under each of which it is right.
  mutating func examine(_ explanation: () -> [ProfileChange]) {
    guard examinedCount < Self.examinedLimit else { return }
    examinedCount += 1
    for change in explanation() { differences[change.remedy, default: []] += [change.difference] }
  }

  /// Refutes the causes under which a right answer would be wrong, unless enough such answers were
  /// looked at.
  ///
  /// - Parameter refutation: returns the remedies of the given ones that the answer refutes.
  mutating func contrast(_ refutation: (Set<String>) -> [String]) {
    let open = Set(differences.keys).subtracting(refuted)
    guard !open.isEmpty, contrastCount < Self.examinedLimit else { return }
    contrastCount += 1
    refuted.formUnion(refutation(open))
  }

  /// The change that explains the most answers, and that no right answer refutes; in a tie, the
  /// first one.
  func cause(under profile: SearchProfile) -> AnswerTally.Cause? {
    let changes = ProfileChange.all(of: profile) + ProfileChange.pairs(of: profile)
    let differences = differences.filter { !refuted.contains($0.key) }
    guard let most = differences.values.map(\.count).max(),
      let change = changes.first(where: { differences[$0.remedy]?.count == most })
    else { return nil }
    let kinds = Set(differences[change.remedy] ?? []).sorted()
    return AnswerTally.Cause(
      difference: kinds.joined(separator: " and "), wanted: change.wanted,
      remedy: change.spelling == nil ? change.remedy : "", count: most)
  }
}

/// A profile with another value on one axis, or on two.
struct ProfileChange {
  /// The axis and its value, as a profile's file spells them; no file can ask for another spelling.
  let remedy: String
  /// The same axis with its value in the unchanged profile.
  let wanted: String
  /// The difference in an answer that is right after the change.
  var difference: String
  let profile: SearchProfile
  /// What an app does to texts instead of folding them; nil if they are folded.
  var spelling: Spelling?

  /// Every change of a profile, starting with those that explain most.
  static func all(of profile: SearchProfile) -> [ProfileChange] {
    var changes = Spelling.allCases.filter { $0.isUsed(for: profile.folding) }.map { spelling in
      ProfileChange(
        remedy: "folding \(spelling)", wanted: "folding \(profile.folding.rawValue)",
        difference: "letters that lowercasing does not change, such as ß",
        profile: profile.with { $0.folding = .exact }, spelling: spelling)
    }
    func add<Value: RawRepresentable<String>>(
      _ axis: String, _ value: Value, not wanted: [Value], _ difference: String,
      _ change: (inout SearchProfile) -> Void
    ) {
      let changed = profile.with(change)
      guard changed != profile else { return }
      let values = wanted.map(\.rawValue).uniqued.joined(separator: " and ")
      changes.append(
        ProfileChange(
          remedy: "\(axis) \(value.rawValue)", wanted: "\(axis) \(values)", difference: difference,
          profile: changed))
    }
    for folding in Folding.allCases.reversed() {
      let difference = difference(of: [folding, profile.folding])
      add("folding", folding, not: [profile.folding], difference) { $0.folding = folding }
    }
    for terms in TermMode.allCases {
      add("terms", terms, not: [profile.terms], "several words") { $0.terms = terms }
    }
    for trim in TrimMode.allCases {
      add("trim", trim, not: [profile.trim], "spaces at the ends") { $0.trim = trim }
    }
    let modes = profile.textFields.map(\.match)
    for match in MatchMode.allCases {
      add("match", match, not: modes, "where a term matches") { profile in
        profile.textFields = profile.textFields.map { TextField($0.name, match) }
      }
    }
    if !profile.numericFields.isEmpty {
      changes.append(
        ProfileChange(
          remedy: "numeric []",
          wanted: "numeric [\(profile.numericFields.joined(separator: ", "))]",
          difference: "numbers", profile: profile.with { $0.numericFields = [] }))
    }
    return changes
  }

  /// Every change of two axes, for answers that no change of one explains.
  static func pairs(of profile: SearchProfile) -> [ProfileChange] {
    all(of: profile).flatMap { first in
      all(of: first.profile).filter { first.axis < $0.axis }.map { second in
        ProfileChange(
          remedy: "\(first.remedy) and \(second.remedy)",
          wanted: "\(first.wanted) and \(second.wanted)",
          difference: "\(first.difference) and \(second.difference)", profile: second.profile,
          spelling: first.spelling ?? second.spelling)
      }
    }
  }

  private var axis: Substring { remedy.prefix { $0 != " " } }

  /// A way in which apps spell texts that folding would spell otherwise.
  enum Spelling: CaseIterable {
    case lowercased
    case lowercasedWithoutMarks

    func isUsed(for folding: Folding) -> Bool {
      switch self {
      case .lowercased: folding == .caseInsensitive
      case .lowercasedWithoutMarks: folding == .caseAndDiacriticInsensitive
      }
    }

    func callAsFunction(_ text: String) -> String {
      switch self {
      case .lowercased: return text.lowercased()
      case .lowercasedWithoutMarks:
        var scalars = CanonicalForm.decomposed(text.lowercased()).unicodeScalars
        scalars.removeAll { $0.properties.generalCategory == .nonspacingMark }
        return String(scalars)
      }
    }
  }

  private static func difference(of foldings: Set<Folding>) -> String {
    switch foldings {
    case [.caseInsensitive, .caseAndDiacriticInsensitive]: "accents"
    case [.caseInsensitive, .exact]: "upper and lower case"
    default: "case and accents"
    }
  }
}

extension Verification {
  /// The rows of each kind that are examined of an answer.
  private static let examinedRowLimit = 100

  /// The changes of the profile under which an answer would be right, as far as some rows show.
  ///
  /// - Complexity: O(rows), plus the oracle on two hundred of them for each change.
  func explanation(of answer: Answer, to index: Int, expected: Answer) -> [ProfileChange] {
    let excerpt = excerpt(
      of: answer, to: index,
      rows: { answer.contains($0) != expected.contains($0) },
      and: { answer.contains($0) && expected.contains($0) })
    let situation = excerpt.situation
    let right = excerpt.rows.indices.filter { expected.contains(excerpt.rows[$0]) }
    func explains(_ change: ProfileChange) -> Bool {
      // An empty answer shows no place of a match, and would be right for equality, for instance.
      if excerpt.given.isEmpty, change.profile.textFields != corpus.profile.textFields {
        return false
      }
      return excerpt.isRight(under: change)
    }
    let changes = ProfileChange.all(of: corpus.profile).filter(explains)
    if changes.isEmpty { return ProfileChange.pairs(of: corpus.profile).filter(explains) }
    return changes.compactMap { change in
      let visible = situation.withoutInvisibleCharacters
      let isAboutInvisible =
        change.profile.folding != corpus.profile.folding
        && (visible.query.text != situation.query.text || visible.rows != situation.rows)
        && (try? visible.after(change).oracleReply()) == .rows(right)
      guard isAboutInvisible else { return change }
      // The letters are spelled as they should be.
      guard change.spelling == nil else { return nil }
      var change = change
      change.difference = "invisible characters"
      return change
    }
  }

  /// The remedies of the given ones under which a right answer would be wrong, as far as some rows
  /// show.
  ///
  /// - Complexity: O(rows), plus the oracle on two hundred of them for each remedy.
  func refutation(
    of remedies: Set<String>, by answer: Answer, to index: Int
  ) -> [String] {
    let excerpt = excerpt(
      of: answer, to: index, rows: answer.contains, and: { !answer.contains($0) })
    let changes = ProfileChange.all(of: corpus.profile) + ProfileChange.pairs(of: corpus.profile)
    return changes.filter { remedies.contains($0.remedy) && !excerpt.isRight(under: $0) }
      .map(\.remedy)
  }

  /// Returns the first rows of two kinds, as many as the oracle can be asked about many times.
  private func excerpt(
    of answer: Answer, to index: Int, rows isFirst: @escaping (Int) -> Bool,
    and isSecond: @escaping (Int) -> Bool
  ) -> AnswerExcerpt {
    let all = 0..<corpus.rowCount
    let rows = [isFirst, isSecond].flatMap { isWanted in
      all.lazy.filter(isWanted).prefix(Self.examinedRowLimit)
    }
    return AnswerExcerpt(
      rows: rows, given: rows.indices.filter { answer.contains(rows[$0]) },
      situation: situation(rows, workload.keystrokes[index].query, earlier: []))
  }
}

/// Some rows of an answer to a keystroke.
private struct AnswerExcerpt {
  let rows: [Int]
  /// The positions in `rows` of those that the answer has.
  let given: [Int]
  let situation: Situation

  /// Returns true if the answer is right about these rows after a change of the profile.
  func isRight(under change: ProfileChange) -> Bool {
    (try? situation.after(change).oracleReply()) == .rows(given)
  }
}

extension Situation {
  /// The situation under another profile, or with texts in another spelling.
  fileprivate func after(_ change: ProfileChange) -> Situation {
    let changed = with { $0.profile = change.profile }
    guard let spelling = change.spelling else { return changed }
    return changed.mapTexts(spelling.callAsFunction).with {
      $0.query.text = spelling($0.query.text)
    }
  }

  /// The situation without the characters that no screen shows, such as soft hyphens, in rows and
  /// typed text.
  fileprivate var withoutInvisibleCharacters: Situation {
    func visible(_ text: String) -> String {
      var scalars = text.unicodeScalars
      scalars.removeAll(where: \.properties.isDefaultIgnorableCodePoint)
      return String(scalars)
    }
    return mapTexts(visible).with { $0.query.text = visible($0.query.text) }
  }
}
