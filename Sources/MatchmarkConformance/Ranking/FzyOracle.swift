package import MatchmarkCore

/// The order of fzy 1.0, `fzy-1.0`, computed naively over bytes: the best alignment of the needle,
/// then the number of the row.
///
/// Scores ignore the case of ASCII letters. A lower-case letter of the needle finds both cases, and
/// an upper-case one only itself.
package struct FzyOracle: RankingOracle {
  /// The most bytes of a row or a needle that the original scores.
  package static let longest = 1_024

  private let rows: [[UInt8]]

  package init(_ rows: [String]) { self.rows = rows.map { Array($0.utf8) } }

  /// Returns the rows that a needle finds, the best first, with their scores.
  ///
  /// - Complexity: O(rows × bytes of row × bytes of needle).
  package func rank(_ needle: String) -> [RankedRow] {
    let needle = Array(needle.utf8)
    let found = rows.indices.filter { Self.has(needle, in: rows[$0]) }.map { row in
      RankedRow(row, score: Self.score(of: rows[row], for: needle))
    }
    return found.sorted { (-($0.score ?? 0), $0.row) < (-($1.score ?? 0), $1.row) }
  }

  private static func has(_ needle: [UInt8], in row: [UInt8]) -> Bool {
    var rest = needle[...]
    for byte in row where byte == rest.first || lowercased(byte) == rest.first {
      rest.removeFirst()
    }
    return rest.isEmpty
  }

  /// The score of a row that has the letters of the needle.
  ///
  /// An empty needle has the lowest score, and a row of the same length the highest.
  private static func score(of row: [UInt8], for needle: [UInt8]) -> Double {
    if needle.isEmpty || row.count > longest || needle.count > longest { return -.infinity }
    if needle.count == row.count { return .infinity }
    let bonuses = bonuses(of: row)
    let (letters, typed) = (row.map(lowercased), needle.map(lowercased))
    // The best score with a match of the letter at a place, and up to that place.
    var (matched, best): ([Double], [Double]) = ([], [])
    for (line, letter) in typed.enumerated() {
      let (matchedAbove, bestAbove) = (matched, best)
      let gap = line == typed.count - 1 ? -0.005 : -0.01
      (matched, best) = ([], [])
      for place in letters.indices {
        var score = -Double.infinity
        if letters[place] == letter {
          if line == 0 {
            score = Double(place) * -0.005 + bonuses[place]
          } else if place > 0 {
            score = max(bestAbove[place - 1] + bonuses[place], matchedAbove[place - 1] + 1)
          }
        }
        matched.append(score)
        best.append(max(score, (best.last ?? -.infinity) + gap))
      }
    }
    return best[best.count - 1]
  }

  /// The bonus of each byte of a row, by the byte before it; the first one follows a slash.
  private static func bonuses(of row: [UInt8]) -> [Double] {
    zip([UInt8(ascii: "/")] + row, row).map { before, byte in
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      guard isUpper || isLower(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      else { return 0 }
      switch before {
      case UInt8(ascii: "/"): return 0.9
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): return 0.8
      case UInt8(ascii: "."): return 0.6
      default: return isUpper && isLower(before) ? 0.7 : 0
      }
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
