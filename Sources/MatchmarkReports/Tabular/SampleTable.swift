import MatchmarkCore
package import MatchmarkRecord
package import MatchmarkSystem

/// The samples of a record as CSV (RFC 4180), one line each, for a user's own statistics.
///
/// `is_common` marks the typed keystrokes that all ranked matchers have, over which alone they can
/// be compared. A text that a spreadsheet would take for a formula has an apostrophe before it, so
/// nothing in a record can run in a spreadsheet. A text that begins with an apostrophe gets another
/// one, so a reader can always remove the first one.
package struct SampleTable {
  private let record: RunRecord

  package init(_ record: RunRecord) { self.record = record }

  private static let columns = [
    "corpus", "profile", "matcher", "delivery", "fork", "round", "is_warm_up", "order", "keystroke",
    "trace",
    "event_class", "query", "batch", "total_ns", "ns", "is_common",
  ]

  package func render() -> [UInt8] {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return bytes
  }

  /// Writes the table to a file, which appears with its batch.
  package func write(to path: String, in batch: FileBatch) throws(FileError) {
    var file = try AtomicFile(path: path, in: batch)
    try write { (part: [UInt8]) throws(FileError) in try file.write(part) }
    try file.finish()
  }

  /// Passes on the table, the samples of one matcher at a time.
  private func write<Failure>(_ consume: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    try consume(Array((Self.columns.joined(separator: ",") + "\r\n").utf8))
    for cell in record.cells {
      let keystrokes = cell.keystrokes.map(Self.columns(of:))
      let common = cell.commonKeystrokes.map(Set.init)
      for matcher in cell.matchers {
        for (delivery, packed) in matcher.deliveries(record.suite.delivery) {
          let samples = (try? SamplePacking.unpack(packed)) ?? []
          let head = [cell.corpus.name, cell.profile.name, matcher.id, delivery.rawValue]
            .map(Self.field)
          var lines = ""
          for sample in samples where cell.keystrokes.indices.contains(sample.keystroke) {
            let isTyped = cell.keystrokes[sample.keystroke].isTyped
            let isCommon = common?.contains(sample.keystroke) ?? isTyped
            let fields =
              head + [
                String(sample.fork), String(sample.round),
                sample.round < matcher.warmUpRounds ? "1" : "0", String(sample.order),
                String(sample.keystroke), keystrokes[sample.keystroke], String(sample.batch),
                String(sample.totalNanoseconds),
                QuantityFormat.fixed(sample.nanoseconds, digits: 3), isCommon ? "1" : "0",
              ]
            lines += fields.joined(separator: ",") + "\r\n"
          }
          try consume(Array(lines.utf8))
        }
      }
    }
  }

  private static func columns(of keystroke: KeystrokeRecord) -> String {
    [keystroke.trace, keystroke.eventClass, keystroke.query.text].map(field)
      .joined(separator: ",")
  }

  /// Returns a text, quoted where RFC 4180 requires it.
  private static func field(_ text: String) -> String {
    let isMarked =
      text.unicodeScalars.first.map { "=+-@\t\r'".unicodeScalars.contains($0) } ?? false
    let text = (isMarked ? "'" : "") + text
    let isPlain = !text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    return isPlain ? text : quoted(text)
  }

  /// Returns the text, quoted scalar by scalar, because a quotation mark and a following mark form
  /// one character.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

extension MatcherRecord {
  /// Returns the samples of each delivery that was timed; the one that tables show comes first.
  fileprivate func deliveries(_ shown: Delivery) -> [(delivery: Delivery, packedSamples: String)] {
    [(shown, packedSamples)] + (otherDeliveries ?? []).map { ($0.delivery, $0.packedSamples) }
  }
}
