import MatchmarkConformance
import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkRecord

/// A needle with the rows that a person wants who types it.
package struct LabelledNeedle: Sendable, Hashable {
  package let needle: QualityRecord.Needle
  /// The grade of each wanted row, 1 or more, by the number of the row.
  package let grades: [Int: Int]

  package init(_ needle: QualityRecord.Needle, grades: [Int: Int]) {
    (self.needle, self.grades) = (needle, grades)
  }
}

extension [LabelledNeedle] {
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
        let near = rows.count <= hintLimit ? NearestName.hint(label.row, among: rows) : ""
        throw .input(
          "\(file.name):\(label.line): got row '\(label.row)', expected the text of a row of "
            + "\(rowsName)\(near)")
      }
      if grades[label.needle] == nil { order.append(label.needle) }
      for row in wanted { grades[label.needle, default: [:]][row] = label.grade }
    }
    var random = SeededGenerator(seed: seed, stream: "quality/labels")
    self = random.sample(order, limit).enumerated().map { target, text in
      let wanted = grades[text] ?? [:]
      let nearest = wanted.keys.lazy.map { QualityStratum(text, wanted: rows[$0]) }.min()
      let best = wanted.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { rows[$0.key] }
      return LabelledNeedle(
        QualityRecord.Needle(
          text, wanted: best ?? "", nearest ?? .other, target: target, isTyped: true),
        grades: wanted)
    }
  }

  /// Rows that are typed themselves, in lower case: each as it stands, and with one typing error of
  /// each kind that it allows.
  ///
  /// - Parameter limit: the maximum number of rows; of more, a sample.
  package init(knownItemsOf rows: [String], limit: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed, stream: "quality/known-items")
    let numbers = Dictionary(grouping: rows.indices) { rows[$0] }
    let texts = rows.uniqued.filter { typed($0).count >= shortestTyped }
    let letters = Set(texts.lazy.flatMap(typed).filter(\.isLetter)).sorted()
    self = random.sample(texts, limit).enumerated().flatMap { target, text in
      let grades = Dictionary(uniqueKeysWithValues: (numbers[text] ?? []).map { ($0, 1) })
      return QualityStratum.typed.compactMap { stratum in
        stratum.needle(for: typed(text), letters, using: &random).map { needle in
          LabelledNeedle(
            QualityRecord.Needle(
              String(needle), wanted: text, stratum, target: target, isTyped: stratum == .plain),
            grades: grades)
        }
      }
    }
  }
}

/// The text of a row as it is typed.
private func typed(_ row: String) -> [Character] {
  Array(String(row.lowercased().prefix(longestTyped)).withoutOuterBlanks)
}

/// The number of characters that are typed of a longer row.
private let longestTyped = 40
private let shortestTyped = 2
/// The maximum number of rows among which the nearest one is looked for.
private let hintLimit = 20_000

extension SeededGenerator {
  /// Returns at most `limit` elements, drawn without replacement, in their order.
  fileprivate mutating func sample<Element>(_ elements: [Element], _ limit: Int) -> [Element] {
    guard elements.count > limit else { return elements }
    var places = Array(elements.indices)
    shuffle(&places)
    return places.prefix(limit).sorted().map { elements[$0] }
  }
}

extension QualityStratum {
  /// The strata in which a row itself is typed: as it stands, and with one typing error.
  fileprivate static let typed = allCases.filter { $0 != .other }

  /// Returns a text as it is typed, with an error of this kind, never in its first character; nil
  /// if it has no place for one.
  ///
  /// - Parameter letters: those that may be typed in error; not empty unless the text has none.
  fileprivate func needle(
    for text: [Character], _ letters: [Character], using random: inout SeededGenerator
  ) -> [Character]? {
    if self == .plain { return text }
    let places = text.indices.dropFirst().filter { place in
      guard text[place].isLetter, self == .transpose else { return text[place].isLetter }
      let next = place + 1 < text.count ? text[place + 1] : text[place]
      return next.isLetter && next != text[place]
    }
    guard !places.isEmpty else { return nil }
    let place = random.pick(Array(places))
    var needle = text
    switch self {
    case .insert: needle.insert(random.pick(letters), at: place)
    case .drop: needle.remove(at: place)
    case .transpose: needle.swapAt(place, place + 1)
    case .substitute:
      let others = letters.filter { $0 != text[place] }
      guard !others.isEmpty else { return nil }
      needle[place] = random.pick(others)
    case .plain, .other: return nil
    }
    return needle
  }
}
