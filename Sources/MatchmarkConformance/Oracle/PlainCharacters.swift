/// The oracle's characters: each rule of UAX #29 as it stands there, with the classes of Unicode
/// 15.0; nothing here is shared with the matchers.
package enum PlainCharacters {
  /// The characters of a text, as ranges of UTF-8 offsets.
  ///
  /// - Complexity: O(scalars), apart from long runs of regional indicators or extenders.
  package static func ranges(of text: String) -> [Range<Int>] {
    let scalars = Array(text.unicodeScalars)
    let kinds = scalars.map { kind(of: $0.value) }
    var borders = [0]
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      if index > 0, isBoundary(before: index, in: kinds) { borders.append(offset) }
      offset += UTF8.width(scalar)
    }
    borders.append(offset)
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  private enum Kind {
    case cr, lf, control, extend, zwj, regional, prepend, spacing, leading, vowel, trailing
    case lv, lvt, picture
  }

  private static let kinds: [UInt32: Kind] = {
    let lists: [(Kind, String)] = [
      (.control, UnicodeClusters.control), (.extend, UnicodeClusters.extend),
      (.regional, UnicodeClusters.regional), (.prepend, UnicodeClusters.prepend),
      (.spacing, UnicodeClusters.spacing), (.leading, UnicodeClusters.leading),
      (.vowel, UnicodeClusters.vowel), (.trailing, UnicodeClusters.trailing),
      (.picture, UnicodeClusters.picture),
    ]
    var kinds: [UInt32: Kind] = [0xD: .cr, 0xA: .lf, 0x200D: .zwj]
    for (kind, list) in lists {
      for range in list.split(whereSeparator: \.isWhitespace) {
        let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let first = ends.first, let last = ends.last else { continue }
        for scalar in first...last { kinds[scalar] = kind }
      }
    }
    return kinds
  }()

  private static func kind(of scalar: UInt32) -> Kind? {
    guard (0xAC00...0xD7A3).contains(scalar) else { return kinds[scalar] }
    return (scalar - 0xAC00).isMultiple(of: 28) ? .lv : .lvt
  }

  private static func isBoundary(before index: Int, in kinds: [Kind?]) -> Bool {
    guard let left = kinds[index - 1] else {
      // GB9, GB9a; all other rules that join need a class on the left.
      return ![.extend, .zwj, .spacing].contains(kinds[index])
    }
    let right = kinds[index]
    // GB3, GB4, GB5.
    if left == .cr, right == .lf { return false }
    if [.control, .cr, .lf].contains(left) || [.control, .cr, .lf].contains(right) { return true }
    // GB6, GB7, GB8.
    if left == .leading, [.leading, .vowel, .lv, .lvt].contains(right) { return false }
    if [.lv, .vowel].contains(left), [.vowel, .trailing].contains(right) { return false }
    if [.lvt, .trailing].contains(left), right == .trailing { return false }
    // GB9, GB9a, GB9b.
    if [.extend, .zwj, .spacing].contains(right) || left == .prepend { return false }
    let before = kinds[..<(index - 1)]
    // GB11.
    if left == .zwj, right == .picture {
      return before.last { $0 != .extend } != .picture
    }
    // GB12, GB13: flags are pairs.
    if left == .regional, right == .regional {
      return !before.reversed().prefix { $0 == .regional }.count.isMultiple(of: 2)
    }
    return true
  }
}
