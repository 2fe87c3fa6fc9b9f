package import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkRecord

/// A needle with the rows that a person wants who types it.
package struct QualityNeedle: Sendable, Hashable {
  package let text: String
  /// The text of the row that is wanted most.
  package let wanted: String
  /// The grade of each wanted row, 1 or more, by the number of the row.
  package let grades: [Int: Int]
  package let stratum: QualityStratum
  /// The number of what is wanted; needles of one target are drawn together by the bootstrap.
  package let target: Int
  /// True if it is asked key by key, false if only as a whole.
  package let isTyped: Bool

  package init(
    _ text: String, wanted: String, grades: [Int: Int], _ stratum: QualityStratum, target: Int,
    isTyped: Bool
  ) {
    (self.text, self.wanted, self.grades, self.stratum) = (text, wanted, grades, stratum)
    (self.target, self.isTyped) = (target, isTyped)
  }
}

/// The needles of a comparison of rankers, from labels or from the rows themselves.
package struct QualityNeedles: Sendable {
  package let needles: [QualityNeedle]

  /// The needles of labels; of more than `limit`, a sample.
  ///
  /// - Parameter rows: the rows that are ranked; equal rows are wanted alike.
  /// - Throws: ``InputError/input(_:)`` with the line of a label whose row is none of them.
  package init(
    _ file: LabelFile, over rows: [String], named rowsName: String, limit: Int, seed: UInt64
  ) throws(InputError) {
    let numbers = Dictionary(grouping: rows.indices) { rows[$0] }
    var order: [String] = []
    var grades: [String: [Int: Int]] = [:]
    for label in file.labels {
      guard let wanted = numbers[label.row] else {
        let near = rows.count <= Self.hintLimit ? NearestName.hint(label.row, among: rows) : ""
        throw .input(
          "\(file.name):\(label.line): got row '\(label.row)', expected the text of a row of "
            + "\(rowsName)\(near)")
      }
      if grades[label.needle] == nil { order.append(label.needle) }
      for row in wanted { grades[label.needle, default: [:]][row] = label.grade }
    }
    var random = SeededGenerator(seed: seed, stream: "quality/labels")
    needles = random.sample(order, limit).enumerated().map { target, needle in
      let wanted = grades[needle] ?? [:]
      let nearest = wanted.keys.lazy.map { QualityStratum(needle, wanted: rows[$0]) }.min()
      let best = wanted.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { rows[$0.key] }
      return QualityNeedle(
        needle, wanted: best ?? "", grades: wanted, nearest ?? .other, target: target,
        isTyped: true)
    }
  }

  /// Rows that are typed themselves, in lower case: each as it stands, and with one typing error of
  /// each kind that it allows.
  ///
  /// - Parameter limit: the maximum number of rows; of more, a sample.
  package init(knownItemsOf rows: [String], limit: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed, stream: "quality/known-items")
    let numbers = Dictionary(grouping: rows.indices) { rows[$0] }
    let texts = rows.uniqued.filter { Self.typed($0).count >= Self.shortest }
    let letters = Array(Set(texts.lazy.flatMap(Self.typed).filter(\.isLetter))).sorted()
    var needles: [QualityNeedle] = []
    for (target, text) in random.sample(texts, limit).enumerated() {
      let grades = Dictionary(uniqueKeysWithValues: (numbers[text] ?? []).map { ($0, 1) })
      let typed = Self.typed(text)
      func add(_ needle: [Character], _ stratum: QualityStratum) {
        needles.append(
          QualityNeedle(
            String(needle), wanted: text, grades: grades, stratum, target: target,
            isTyped: stratum == .plain))
      }
      add(typed, .plain)
      for error in TypingError.allCases {
        let needle = error.made(in: typed, letters, using: &random)
        if let needle { add(needle, error.stratum) }
      }
    }
    self.needles = needles
  }

  /// The text of a row as it is typed.
  private static func typed(_ row: String) -> [Character] {
    let text = row.lowercased().prefix(longest)
    return Array(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Nobody types a whole line.
  private static let longest = 40
  private static let shortest = 2
  /// The maximum number of rows among which the nearest one is looked for.
  private static let hintLimit = 20_000
}

extension SeededGenerator {
  /// Returns at most `limit` elements, drawn without replacement, in their order.
  fileprivate mutating func sample<Element>(_ elements: [Element], _ limit: Int) -> [Element] {
    guard elements.count > limit else { return elements }
    var places = Array(elements.indices)
    shuffle(&places)
    return places.prefix(limit).sorted().map { elements[$0] }
  }
}

/// A slip of the fingers.
package enum TypingError: CaseIterable, Sendable {
  case insert, drop, substitute, transpose

  package var stratum: QualityStratum {
    switch self {
    case .insert: .insert
    case .drop: .drop
    case .substitute: .substitute
    case .transpose: .transpose
    }
  }

  /// Returns a text with one error, never in its first character; nil if it has no place for one.
  ///
  /// - Parameter letters: those that may be typed in error; not empty unless the text has none.
  package func made(
    in text: [Character], _ letters: [Character], using random: inout SeededGenerator
  ) -> [Character]? {
    let places = text.indices.dropFirst().filter { place in
      guard text[place].isLetter, self == .transpose else { return text[place].isLetter }
      let next = place + 1 < text.count ? text[place + 1] : text[place]
      return next.isLetter && next != text[place]
    }
    guard !places.isEmpty else { return nil }
    let place = random.pick(Array(places))
    var typed = text
    switch self {
    case .insert: typed.insert(random.pick(letters), at: place)
    case .drop: typed.remove(at: place)
    case .transpose: typed.swapAt(place, place + 1)
    case .substitute:
      let others = letters.filter { $0 != text[place] }
      guard !others.isEmpty else { return nil }
      typed[place] = random.pick(others)
    }
    return typed
  }
}
