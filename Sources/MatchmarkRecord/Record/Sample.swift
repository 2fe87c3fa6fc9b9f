import FoundationEssentials
import MatchmarkSystem

/// The time of one keystroke, or of a batch of the same keystroke.
package struct Sample: Sendable, Hashable {
  /// The process that measured the sample, counted from 0.
  package var fork: Int
  /// The round, counted from 0 in each fork; warm-up rounds come first.
  package var round: Int
  /// The index of the keystroke in the cell.
  package var keystroke: Int
  /// The matcher's position in the order of turns.
  package var order: Int
  /// The number of times that the keystroke was repeated within the measured time.
  package var batch: Int
  /// The measured time of the whole batch.
  package var totalNanoseconds: Int

  package init(
    fork: Int = 0, round: Int, keystroke: Int, order: Int, batch: Int, totalNanoseconds: Int
  ) {
    self.fork = fork
    self.round = round
    self.keystroke = keystroke
    self.order = order
    self.batch = batch
    self.totalNanoseconds = totalNanoseconds
  }

  /// The time of one keystroke, in nanoseconds.
  package var nanoseconds: Double { Double(totalNanoseconds) / Double(batch) }

  var turn: Turn { Turn(fork: fork, round: round) }
}

extension [Sample] {
  /// The median time of each keystroke that has one, in nanoseconds.
  package var medians: [Int: Double] {
    Dictionary(grouping: self, by: \.keystroke)
      .compactMapValues { Quantile.median($0.map(\.nanoseconds)) }
  }

  /// Returns the typical time of some keystrokes, in nanoseconds: the geometric mean of their
  /// medians; nil if none of them has a sample.
  ///
  /// - Complexity: O(n log n) for n samples.
  package func typicalTime(of keystrokes: [Int]) -> Double? {
    let medians = medians
    let logarithms = keystrokes.compactMap { medians[$0] }
      .map { ElementaryFunctions.log(Swift.max($0, 1e-3)) }
    return logarithms.isEmpty ? nil : ElementaryFunctions.exp(logarithms.mean)
  }

  /// Returns the nanoseconds of the included samples, by turn, then keystroke.
  func times(where isIncluded: (Sample) -> Bool) -> [Turn: [Int: Double]] {
    reduce(into: [:]) { times, sample in
      guard isIncluded(sample) else { return }
      times[sample.turn, default: [:]][sample.keystroke] = sample.nanoseconds
    }
  }

  package func ofFork(_ fork: Int) -> [Sample] {
    map { sample in
      var sample = sample
      sample.fork = fork
      return sample
    }
  }
}

/// A round of a fork.
struct Turn: Hashable, Comparable {
  let fork: Int
  let round: Int

  static func < (left: Turn, right: Turn) -> Bool {
    (left.fork, left.round) < (right.fork, right.round)
  }
}

/// Samples as text: base64 over variable-length integers (LEB128), five to a sample.
///
/// Each fork is a separate text, ended by a full stop, which base64 does not use; a record of one
/// process therefore looks as it did before there were forks. Rounds and keystrokes are written as
/// differences from the previous sample, in time order, so that a record of a hundred thousand
/// samples takes less than a megabyte.
package enum SamplePacking {
  package enum PackingError: Error, Hashable, Sendable {
    case notBase64
    case truncated
    case outOfRange
  }

  /// Packs samples.
  ///
  /// - Parameter samples: the samples in the order of their forks.
  package static func pack(_ samples: [Sample]) -> String {
    let forkCount = (samples.map(\.fork).max() ?? 0) + 1
    return (0..<forkCount).map { fork in packFork(samples.filter { $0.fork == fork }) }
      .joined(separator: ".")
  }

  private static func packFork(_ samples: [Sample]) -> String {
    var bytes: [UInt8] = []
    var round = 0
    var keystroke = 0
    for sample in samples {
      append(zigZag(sample.round - round), to: &bytes)
      append(zigZag(sample.keystroke - keystroke), to: &bytes)
      append(UInt64(sample.order), to: &bytes)
      append(UInt64(sample.batch), to: &bytes)
      append(UInt64(sample.totalNanoseconds), to: &bytes)
      (round, keystroke) = (sample.round, sample.keystroke)
    }
    return Data(bytes).base64EncodedString()
  }

  package static func unpack(_ text: String) throws(PackingError) -> [Sample] {
    var samples: [Sample] = []
    let forks = text.split(separator: ".", omittingEmptySubsequences: false)
    for (fork, part) in forks.enumerated() {
      samples += try unpackFork(String(part), fork: fork)
    }
    return samples
  }

  private static func unpackFork(_ text: String, fork: Int) throws(PackingError) -> [Sample] {
    guard let data = Data(base64Encoded: text) else { throw .notBase64 }
    var reader = Reader(bytes: Array(data))
    var samples: [Sample] = []
    var round = 0
    var keystroke = 0
    while !reader.isAtEnd {
      round += try reader.signed()
      keystroke += try reader.signed()
      let sample = Sample(
        fork: fork, round: round, keystroke: keystroke, order: try reader.unsigned(),
        batch: try reader.unsigned(), totalNanoseconds: try reader.unsigned())
      guard sample.batch > 0, round >= 0, keystroke >= 0 else { throw .outOfRange }
      samples.append(sample)
    }
    return samples
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func zigZag(_ value: Int) -> UInt64 {
    UInt64(bitPattern: Int64(value << 1 ^ value >> 63))
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func unsigned() throws(PackingError) -> Int {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while true {
        guard position < bytes.count else { throw .truncated }
        let byte = bytes[position]
        position += 1
        guard shift < 63 else { throw .outOfRange }
        value |= UInt64(byte & 0x7F) << shift
        if byte & 0x80 == 0 { break }
        shift += 7
      }
      guard value <= UInt64(Int.max) else { throw .outOfRange }
      return Int(value)
    }

    mutating func signed() throws(PackingError) -> Int {
      let value = try unsigned()
      let sum = (value >> 1) ^ -(value & 1)
      guard abs(sum) < 1 << 32 else { throw .outOfRange }
      return sum
    }
  }
}
