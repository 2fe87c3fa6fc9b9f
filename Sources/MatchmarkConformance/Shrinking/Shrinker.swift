import MatchmarkCore

/// Makes a failing situation as small as possible while it still fails.
///
/// Leaves out rows, earlier queries, tokens, the scope, axes of the profile, and scalars of query
/// and cells: first many at once, in the end one by one, until nothing more can go. Then it
/// replaces scalars with plain letters wherever the situation still fails. The result is a local
/// minimum: no single part can be left out. It is deterministic, and the number of trials is
/// limited; a trial of a large situation counts as several.
///
/// Source: Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing Input", 2002 (ddmin).
public struct Shrinker: Sendable {
  /// The default for the most trials.
  public static let usualTrialCount = 20_000
  /// The number of trials after which the smallest situation so far is returned; a trial of a large
  /// situation counts as several.
  public let trialLimit: Int
  private(set) var trialCount = 0
  /// How many trials the current one counts as.
  private var trialWeight = 1

  /// Creates a shrinker.
  public init(trialLimit: Int = Shrinker.usualTrialCount) { self.trialLimit = trialLimit }

  /// Returns the smallest situation found for which `stillFails` holds.
  ///
  /// - Precondition: `stillFails` holds for `situation`.
  /// - Complexity: O(parts²) trials in the worst case, at most ``trialLimit``.
  public static func shrink(
    _ situation: Situation, trialLimit: Int = Shrinker.usualTrialCount,
    stillFails: (Situation) -> Bool
  ) -> Situation {
    var shrinker = Shrinker(trialLimit: trialLimit)
    return shrinker.shrink(situation, stillFails: stillFails)
  }

  /// Returns the smallest list found for which `stillFails` holds, such as the events of a session.
  ///
  /// - Precondition: `stillFails` holds for `list`.
  /// - Complexity: O(count²) trials in the worst case, at most ``trialLimit``.
  public static func shrink<Element>(
    list: [Element], trialLimit: Int = Shrinker.usualTrialCount, stillFails: ([Element]) -> Bool
  ) -> [Element] {
    var shrinker = Shrinker(trialLimit: trialLimit)
    return shrinker.shrink(list: list, stillFails: stillFails)
  }

  private mutating func shrink(
    _ situation: Situation, stillFails: (Situation) -> Bool
  ) -> Situation {
    var smallest = situation
    var isChanging = true
    while isChanging, trialCount < trialLimit {
      isChanging = false
      for step in Self.steps where trialCount < trialLimit {
        trialWeight = 1 + smallest.sizeInBytes / Self.bytesPerTrial
        if step(&self, &smallest, stillFails) { isChanging = true }
      }
    }
    return smallest
  }

  /// A situation of this size takes about twice as long as a small one: most of a trial's cost is
  /// building the index.
  private static let bytesPerTrial = 8_192

  /// Weighs a trial of many rows, of which few are different.
  mutating func weigh(_ situation: Situation) {
    trialWeight = 1 + situation.sizeInBytes / (4 * Self.bytesPerTrial)
  }

  mutating func shrink<Element>(
    list: [Element], stillFails: ([Element]) -> Bool
  ) -> [Element] {
    var smallest = list
    var size = max(1, list.count / 2)
    while true {
      var start = 0
      var isChanged = false
      while start < smallest.count {
        var shorter = smallest
        shorter.removeSubrange(start..<min(start + size, smallest.count))
        if allows(stillFails(shorter)) {
          smallest = shorter
          isChanged = true
        } else {
          start += size
        }
        if trialCount >= trialLimit { return smallest }
      }
      if size == 1, !isChanged { return smallest }
      size = max(1, size / 2)
    }
  }

  mutating func allows(_ stillFails: @autoclosure () -> Bool) -> Bool {
    trialCount += trialWeight
    return trialCount <= trialLimit && stillFails()
  }

  mutating func attempt(
    _ smaller: Situation, _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    guard allows(stillFails(smaller)) else { return false }
    smallest = smaller
    return true
  }
}

extension Shrinker {
  /// Tries to make the situation smaller in one way, and returns whether that worked.
  private typealias Step =
    @Sendable (inout Shrinker, inout Situation, (Situation) -> Bool) -> Bool

  private static let steps: [Step] = [
    { $0.shrinkRuns(&$1, $2) },
    { $0.shrinkRows(&$1, $2) },
    { $0.shrinkList(\.earlier, of: &$1, $2) },
    { $0.shrinkList(\.query.tokens, of: &$1, $2) },
    { $0.dropScope(&$1, $2) },
    { $0.shrinkText(\.query.text, of: &$1, $2) },
    { $0.shrinkEarlier(&$1, $2) },
    { $0.shrinkCells(&$1, $2) },
    { $0.shrinkNumbers(&$1, $2) },
    { $0.shrinkProfile(&$1, $2) },
    { $0.simplifyScalars(&$1, $2) },
  ]

  private mutating func shrinkRows(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    // Whole runs have been tried already. Trying each row by itself would take forever.
    guard !smallest.isOfFewKinds else { return false }
    return shrinkList(\.rows, of: &smallest, stillFails)
  }

  private mutating func shrinkList<Element>(
    _ path: WritableKeyPath<Situation, [Element]>, of smallest: inout Situation,
    _ stillFails: (Situation) -> Bool
  ) -> Bool {
    let whole = smallest
    let list = shrink(list: whole[keyPath: path]) { part in
      stillFails(whole.with { $0[keyPath: path] = part })
    }
    guard list.count < whole[keyPath: path].count else { return false }
    smallest[keyPath: path] = list
    return true
  }

  private mutating func shrinkText(
    _ path: WritableKeyPath<Situation, String>, of smallest: inout Situation,
    _ stillFails: (Situation) -> Bool
  ) -> Bool {
    let whole = smallest
    let scalars = Array(whole[keyPath: path].unicodeScalars)
    guard !scalars.isEmpty else { return false }
    if attempt(whole.with { $0[keyPath: path] = "" }, &smallest, stillFails) { return true }
    func isFailing(_ part: [Unicode.Scalar]) -> Bool {
      stillFails(whole.with { $0[keyPath: path] = String(scalars: part) })
    }
    // Terms are left out as a whole: a number with one digit less is a different number.
    let terms = shrink(list: scalars.split(separator: " ", omittingEmptySubsequences: false)) {
      isFailing(Array($0.joined(separator: [" "])))
    }
    let left = shrink(list: Array(terms.joined(separator: [" "])), stillFails: isFailing)
    guard left.count < scalars.count else { return false }
    smallest[keyPath: path] = String(scalars: left)
    return true
  }

  private mutating func shrinkEarlier(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    var isChanged = false
    for index in smallest.earlier.indices {
      if shrinkList(\.earlier[index].tokens, of: &smallest, stillFails) { isChanged = true }
      if shrinkText(\.earlier[index].text, of: &smallest, stillFails) { isChanged = true }
    }
    return isChanged
  }

  private mutating func shrinkCells(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    guard !smallest.isOfFewKinds else { return false }
    var isChanged = false
    for row in smallest.rows.indices where trialCount < trialLimit {
      for column in smallest.columns.indices where !smallest.rows[row][column].isEmpty {
        let roles = smallest.columns[column].roles
        if roles == .text || roles.contains(.numeric) {
          if shrinkText(\.rows[row][column], of: &smallest, stillFails) { isChanged = true }
        } else if attempt(
          smallest.with { $0.rows[row][column] = "" }, &smallest, stillFails)
        {
          isChanged = true
        }
      }
    }
    return isChanged
  }

  /// Leaves the same digit out of the query and of the numbers: left out on one side only, the two
  /// would no longer match.
  private mutating func shrinkNumbers(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    var isChanged = false
    for place in (0..<smallest.query.text.unicodeScalars.count).reversed() {
      guard let shorter = smallest.withoutDigit(atEnd: place) else { continue }
      if attempt(shorter, &smallest, stillFails) { isChanged = true }
    }
    return isChanged
  }

  private mutating func dropScope(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    guard smallest.query.scope != nil else { return false }
    return attempt(smallest.with { $0.query.scope = nil }, &smallest, stillFails)
  }

  /// Leaves out fields and axes that the failure does not depend on.
  private mutating func shrinkProfile(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    var isChanged = false
    if smallest.profile.textFields.count > 1,
      shrinkList(
        \.profile.textFields, of: &smallest, { !$0.profile.textFields.isEmpty && stillFails($0) })
    {
      isChanged = true
    }
    if shrinkList(\.profile.numericFields, of: &smallest, stillFails) { isChanged = true }
    if shrinkList(\.profile.facets, of: &smallest, stillFails) { isChanged = true }
    if smallest.profile.scope != nil,
      attempt(smallest.with { $0.profile.scope = nil }, &smallest, stillFails)
    {
      isChanged = true
    }
    if smallest.profile.sections != nil,
      attempt(smallest.with { $0.profile.sections = nil }, &smallest, stillFails)
    {
      isChanged = true
    }
    return isChanged
  }

  /// Replaces every occurrence of a scalar with a plain letter; the scalars that remain are needed.
  private mutating func simplifyScalars(
    _ smallest: inout Situation, _ stillFails: (Situation) -> Bool
  ) -> Bool {
    var isChanged = false
    for scalar in smallest.scalars {
      for plain in ["a", "b"] as [Unicode.Scalar] where plain.value < scalar.value {
        if attempt(smallest.replacing(scalar, by: plain), &smallest, stillFails) {
          isChanged = true
          break
        }
      }
    }
    return isChanged
  }
}

extension String {
  init(scalars: [Unicode.Scalar]) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }

  /// Removes a scalar, counted from the end, and returns whether there was one.
  fileprivate mutating func removeScalar(atEnd place: Int) -> Bool {
    var scalars = Array(unicodeScalars)
    guard place < scalars.count else { return false }
    scalars.remove(at: scalars.count - 1 - place)
    self = String(scalars: scalars)
    return true
  }
}

extension Situation {
  /// The distinct scalars of query and text cells, ascending.
  fileprivate var scalars: [Unicode.Scalar] {
    let texts =
      [query.text] + earlier.map(\.text)
      + rows.flatMap { row in textColumns.map { row[$0] } }
    return Set(texts.flatMap(\.unicodeScalars)).sorted()
  }

  /// An estimate of the work of indexing: the bytes of text, plus something for each row.
  fileprivate var sizeInBytes: Int {
    rows.reduce(0) { $0 + $1.reduce(64) { $0 + $1.utf8.count } }
  }

  /// Without one scalar of the query and of each number, counted from the end because zeros may
  /// come first; nil if no number is that long.
  fileprivate func withoutDigit(atEnd place: Int) -> Situation? {
    let numeric = columns.indices.filter { columns[$0].roles.contains(.numeric) }
    var copy = self
    var isNumber = false
    for row in rows.indices {
      for column in numeric where copy.rows[row][column].removeScalar(atEnd: place) {
        isNumber = true
      }
    }
    return copy.query.text.removeScalar(atEnd: place) && isNumber ? copy : nil
  }

  fileprivate func replacing(_ old: Unicode.Scalar, by new: Unicode.Scalar) -> Situation {
    let change = { (text: String) in
      String(scalars: text.unicodeScalars.map { $0 == old ? new : $0 })
    }
    return mapTexts(change).mapQuery(change).with { copy in
      for index in copy.earlier.indices {
        copy.earlier[index].text = change(copy.earlier[index].text)
      }
    }
  }
}
