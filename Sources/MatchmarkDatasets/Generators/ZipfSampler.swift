internal import MatchmarkCore

/// Draws ranks by natural word frequencies: rank k has the weight 1 / (k + 2.7).
///
/// Zipf's law with Mandelbrot's shift; drawn by the alias method (Walker 1977, in Vose's form of
/// 1991), in whole numbers throughout so that every machine makes the same table.
///
/// - Complexity: O(ranks) time and space to make; O(1) per draw.
struct ZipfSampler {
  private var thresholds: [UInt64]
  private var aliases: [Int]
  private let total: UInt64

  /// Makes the table of `count` ranks.
  ///
  /// - Precondition: `0 < count ≤ 1 000 000`, so that no product exceeds 64 bits.
  init(count: Int) {
    precondition((1...1_000_000).contains(count), "a sampler has 1 to 1 000 000 ranks")
    // Ten times the shifted rank keeps 2.7 whole.
    let weights = (0..<count).map { (UInt64(1) << 36) / UInt64(10 * ($0 + 1) + 27) }
    total = weights.reduce(0, +)
    thresholds = weights.map { $0 * UInt64(count) }
    aliases = Array(0..<count)
    var small: [Int] = []
    var large: [Int] = []
    for rank in 0..<count {
      if thresholds[rank] < total { small.append(rank) } else { large.append(rank) }
    }
    while let under = small.last, let over = large.last {
      small.removeLast()
      aliases[under] = over
      thresholds[over] -= total - thresholds[under]
      if thresholds[over] < total {
        large.removeLast()
        small.append(over)
      }
    }
  }

  /// Draws a rank; 0 is the most frequent.
  func draw(using random: inout SeededGenerator) -> Int {
    let rank = random.below(thresholds.count)
    return UInt64(random.below(Int(total))) < thresholds[rank] ? rank : aliases[rank]
  }
}
