import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord

/// The wrong answers of a contender on one cell, and the profiles under which they would be right.
struct WrongAnswers {
  var keystrokes: Set<Int> = []
  private var examined: [Examined] = []
  /// The most rows of an answer to typed text, be it right or wrong.
  private var largestRowCount = 0
  /// The remedies under which a right answer would be wrong.
  private var refuted: Set<String> = []
  private var contrastCount = 0
  /// The number of answers for which every change was tried.
  private var searchCount = 0

  /// The most answers that are examined, and for which every change is tried.
  private static let examinedLimit = 200
  private static let searchLimit = 20
  /// The most right answers by which causes are refuted.
  private static let contrastLimit = 20
  /// A remedy that explains this many answers is likely to explain the next one.
  private static let likelyCount = 3

  var examinedCount: Int { examined.count }

  private struct Examined {
    /// The changes under each of which the answer is right.
    var changes: [ProfileChange] = []
    let cut: CutAnswer?
  }

  /// Notes the number of rows of an answer to typed text; a search with a limit never exceeds it.
  mutating func note(rowCount: Int) { largestRowCount = max(largestRowCount, rowCount) }

  /// The most rows that the search seems to return; nil if nothing suggests such a limit.
  ///
  /// No answer has more, and of those that have as many, some lack more rows than others. A search
  /// that loses rows for another reason hardly ever stops at the same number.
  private var limit: Int? {
    let cuts = examined.compactMap(\.cut).filter { $0.rowCount == largestRowCount }
    return Set(cuts.map(\.missingCount)).count > 1 ? largestRowCount : nil
  }

  /// Looks for what would make an answer right, unless enough were examined.
  ///
  /// The likely remedies are tried first, so that a frequent cause does not hide the others.
  ///
  /// - Parameters:
  ///   - cut: the answer, if a limit could be the cause; no change is tried for one that ends at
  ///     the likely limit.
  ///   - explanation: returns the changes under each of which the answer is right, among those with
  ///     the given remedies, or among all.
  mutating func examine(
    _ cut: CutAnswer?, _ explanation: (_ remedies: Set<String>?) -> [ProfileChange]
  ) {
    guard examinedCount < Self.examinedLimit else { return }
    let isExplained = cut.map { $0.rowCount == limit } ?? false
    let changes = isExplained ? [] : changes(explanation)
    examined.append(Examined(changes: changes, cut: cut))
  }

  private mutating func changes(
    _ explanation: (_ remedies: Set<String>?) -> [ProfileChange]
  ) -> [ProfileChange] {
    let likely = likelyRemedies
    if !likely.isEmpty {
      let found = explanation(likely)
      if !found.isEmpty { return found }
    }
    // The others count as examined, so that the share of a frequent cause is not overstated.
    guard searchCount < Self.searchLimit else { return [] }
    searchCount += 1
    return explanation(nil)
  }

  private var likelyRemedies: Set<String> {
    let counts = examined.flatMap(\.changes).reduce(into: [:]) { $0[$1.remedy, default: 0] += 1 }
    return Set(counts.filter { $0.value >= Self.likelyCount }.keys).subtracting(refuted)
  }

  /// Refutes the causes under which a right answer would be wrong, unless enough such answers were
  /// looked at.
  ///
  /// - Parameter refutation: returns the remedies of the given ones that the answer refutes.
  mutating func contrast(_ refutation: (Set<String>) -> [String]) {
    let open = Set(examined.flatMap(\.changes).map(\.remedy)).subtracting(refuted)
    guard !open.isEmpty, contrastCount < Self.contrastLimit else { return }
    contrastCount += 1
    refuted.formUnion(refutation(open))
  }

  /// The causes that no right answer refutes, those of most answers first: a limit, and of what it
  /// does not explain the cause of most answers, then that of most of the others, and so on; in a
  /// tie, the first one of all changes.
  func causes(under profile: SearchProfile) -> [AnswerTally.Cause] {
    let changes = ProfileChange.all(of: profile) + ProfileChange.pairs(of: profile)
    let limit = limit
    var open = examined.filter { limit == nil || $0.cut?.rowCount != limit }
      .map { $0.changes.filter { !refuted.contains($0.remedy) } }
    let limitedCount = examined.count - open.count
    var causes: [AnswerTally.Cause] = []
    while let change = mostFrequent(of: changes, in: open) {
      let differences = open.flatMap { $0.filter { $0.remedy == change.remedy } }.map(\.difference)
      open.removeAll { $0.contains { $0.remedy == change.remedy } }
      causes.append(
        AnswerTally.Cause(
          difference: differences.uniqued.sorted().joined(separator: " and "),
          wanted: change.wanted, remedy: change.isOfProfile ? change.remedy : "",
          count: differences.count))
    }
    guard let limit else { return causes }
    let cause = AnswerTally.Cause(
      difference: "a limit of \(QuantityFormat.rows(limit))",
      wanted: "return every row that matches", remedy: "", count: limitedCount)
    let place = causes.firstIndex { $0.count < limitedCount } ?? causes.endIndex
    causes.insert(cause, at: place)
    return causes
  }

  /// The change that explains the most answers; nil if none explains any.
  private func mostFrequent(
    of changes: [ProfileChange], in explanations: [[ProfileChange]]
  ) -> ProfileChange? {
    let counts = explanations.joined().reduce(into: [:]) { $0[$1.remedy, default: 0] += 1 }
    let most = counts.values.max()
    return changes.first { counts[$0.remedy] == most && most != nil }
  }
}

/// A wrong answer whose rows all match, so that it could be a part that a list shows.
struct CutAnswer {
  let rowCount: Int
  let missingCount: Int

  /// A faulty search often ends at fewer rows than this by chance.
  private static let fewestRows = 5

  /// - Returns: nil if some rows do not match, or if there are too few.
  init?(rowCount: Int, _ difference: Difference) {
    guard rowCount >= Self.fewestRows, difference.extraCount == 0, difference.missingCount > 0
    else { return nil }
    (self.rowCount, missingCount) = (rowCount, difference.missingCount)
  }
}

/// A profile with another value on one axis, or on two; or texts that are read as careless code
/// reads them.
struct ProfileChange {
  /// A reading of texts that no profile asks for.
  enum Reading {
    /// Texts are lowercased as in many apps, and lose their marks if the profile ignores them,
    /// instead of being folded.
    case lowercased
    /// Texts are compared in the normal form in which they are written.
    case asWritten
  }

  /// The axis and its value, as a profile's file spells them, or a name of the reading.
  let remedy: String
  /// The same axis with its value in the unchanged profile.
  let wanted: String
  /// The difference in an answer that is right after the change.
  var difference: String
  let profile: SearchProfile
  var readings: Set<Reading> = []

  /// True if a profile can ask for it.
  var isOfProfile: Bool { readings.isEmpty }

  /// Every change of a profile, starting with those that explain most.
  static func all(of profile: SearchProfile) -> [ProfileChange] {
    var changes: [ProfileChange] = []
    // Under `loose`, this change would explain more than letters such as ß.
    if ![.exact, .loose].contains(profile.folding) {
      changes.append(
        ProfileChange(
          remedy: "folding lowercased", wanted: "folding \(profile.folding.rawValue)",
          difference: "letters that lowercasing does not change, such as ß",
          profile: profile.with { $0.folding = .exact }, readings: [.lowercased]))
    }
    changes.append(
      ProfileChange(
        remedy: "form as written", wanted: "normal form C (NFC)",
        difference: "letters written as several characters, such as u and U+0308",
        profile: profile, readings: [.asWritten]))
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
    // The widest last: it explains too much.
    for folding in [.caseAndDiacriticInsensitive, .caseInsensitive, .exact, .loose] as [Folding] {
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
    changes += columns(of: profile)
    if !profile.numericFields.isEmpty {
      changes.append(
        ProfileChange(
          remedy: "numeric []",
          wanted: "numeric [\(profile.numericFields.joined(separator: ", "))]",
          difference: "numbers", profile: profile.with { $0.numericFields = [] }))
    }
    return changes
  }

  /// The profiles that search one text column alone, or all but one, of a few.
  private static func columns(of profile: SearchProfile) -> [ProfileChange] {
    let fields = profile.textFields
    guard (2...columnLimit).contains(fields.count) else { return [] }
    func list(_ fields: [TextField]) -> String {
      "text [\(fields.map(\.name).joined(separator: ", "))]"
    }
    let parts = fields.map { [$0] } + fields.map { field in fields.filter { $0 != field } }
    return parts.uniqued.map { kept in
      let others = fields.filter { !kept.contains($0) }.map { "'\($0.name)'" }
      return ProfileChange(
        remedy: list(kept), wanted: list(fields),
        difference: "matches in \(others.joined(separator: " or "))",
        profile: profile.with { $0.textFields = kept })
    }
  }

  /// The most text columns for which parts of them are tried.
  private static let columnLimit = 4

  /// Every change of two axes, for answers that no change of one explains.
  static func pairs(of profile: SearchProfile) -> [ProfileChange] {
    all(of: profile).flatMap { first in
      all(of: first.profile).filter { first.axis < $0.axis }.map { second in
        ProfileChange(
          remedy: "\(first.remedy) and \(second.remedy)",
          wanted: "\(first.wanted) and \(second.wanted)",
          difference: "\(first.difference) and \(second.difference)", profile: second.profile,
          readings: first.readings.union(second.readings))
      }
    }
  }

  private var axis: Substring { remedy.prefix { $0 != " " } }

  private static func difference(of foldings: Set<Folding>) -> String {
    return switch foldings {
    case [.loose, .caseAndDiacriticInsensitive]:
      "letters that a keyboard lacks, apostrophes and dashes"
    case _ where foldings.contains(.loose): "accents and letters that a keyboard lacks"
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
  /// - Parameter remedies: those that are tried; nil for all.
  /// - Complexity: O(rows), plus the oracle on two hundred of them for each change.
  func explanation(
    of answer: Answer, to index: Int, expected: Answer, among remedies: Set<String>?
  ) -> [ProfileChange] {
    let excerpt = excerpt(
      of: answer, to: index,
      rows: { answer.contains($0) != expected.contains($0) },
      and: { answer.contains($0) && expected.contains($0) })
    let situation = excerpt.situation
    let right = excerpt.rows.indices.filter { expected.contains(excerpt.rows[$0]) }
    func explains(_ change: ProfileChange) -> Bool {
      guard remedies?.contains(change.remedy) ?? true else { return false }
      // An empty answer shows no place of a match, and would be right for equality, for instance.
      let modes = [change.profile, corpus.profile].map { Set($0.textFields.map(\.match)) }
      if excerpt.given.isEmpty, modes[0] != modes[1] { return false }
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
      // The texts are read as they should be.
      guard change.isOfProfile else { return nil }
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
  /// The situation under another profile, with the texts as the change reads them.
  fileprivate func after(_ change: ProfileChange) -> Situation {
    var changed = with { $0.profile = change.profile }
    if change.readings.contains(.asWritten) {
      changed = changed.mapEveryText(Self.withMarksAsLetters)
    }
    guard change.readings.contains(.lowercased) else { return changed }
    let ignoresMarks = profile.folding == .caseAndDiacriticInsensitive
    return changed.mapEveryText { text in
      ignoresMarks ? CanonicalForm.withoutMarks(text.lowercased()) : text.lowercased()
    }
  }

  /// A text in which no mark joins the letter before it, or is removed: each is replaced by a
  /// character for private use, which every folding leaves as it is.
  private static func withMarksAsLetters(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isJoining =
        scalar.properties.canonicalCombiningClass != .notReordered
        || (0x1160...0x11FF).contains(scalar.value)
      scalars.append(
        isJoining ? Unicode.Scalar(0xF_0000 + scalar.value & 0xFFFF) ?? scalar : scalar)
    }
    return String(scalars)
  }

  private func mapEveryText(_ change: (String) -> String) -> Situation {
    mapTexts(change).with { $0.query.text = change($0.query.text) }
  }

  /// The situation without the characters that no screen shows, such as soft hyphens, in rows and
  /// typed text.
  fileprivate var withoutInvisibleCharacters: Situation {
    func visible(_ text: String) -> String {
      var scalars = text.unicodeScalars
      scalars.removeAll(where: \.properties.isDefaultIgnorableCodePoint)
      return String(scalars)
    }
    return mapEveryText(visible)
  }
}
