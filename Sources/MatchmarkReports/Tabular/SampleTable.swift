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

  package static let columns = [
    "corpus", "corpus_rows", "profile", "matcher", "delivery", "fork", "round", "is_warm_up",
    "turn", "keystroke", "trace", "event_class", "query", "terms", "needle_bytes", "tokens",
    "scope", "matches", "is_typed", "is_common", "repetitions", "total_ns", "time_ns",
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
      let keystrokes = cell.keystrokeColumns
      let place = [cell.corpus.name, "\(cell.corpus.rowCount)", cell.profile.name]
      for matcher in cell.matchers {
        for (delivery, packed) in matcher.deliveries(record.suite.delivery) {
          let head = Self.fields(place + [matcher.id, delivery.rawValue])
          let samples = ((try? SamplePacking.unpack(packed)) ?? []).filter {
            keystrokes.indices.contains($0.keystroke)
          }
          let lines = samples.map { sample in
            let isWarmUp = sample.round < matcher.warmUpRounds
            return "\(head),\(sample.fork),\(sample.round),\(isWarmUp ? 1 : 0),\(sample.order),"
              + "\(sample.keystroke),\(keystrokes[sample.keystroke]),"
              + "\(sample.batch),\(sample.totalNanoseconds),"
              + QuantityFormat.fixed(sample.nanoseconds, digits: 3) + "\r\n"
          }
          try consume(Array(lines.joined().utf8))
        }
      }
    }
  }

  /// Returns texts as neighbouring fields of a line.
  fileprivate static func fields(_ texts: [String]) -> String {
    texts.map(field).joined(separator: ",")
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

extension CellRecord {
  /// The columns from `trace` to `is_common`, by keystroke.
  fileprivate var keystrokeColumns: [String] {
    let common = commonKeystrokes.map(Set.init)
    return keystrokes.enumerated().map { index, keystroke in
      let needles = try? ResolvedQuery(text: keystroke.query.text, profile: profile)
      let needleSize = needles.map { needles in
        (0..<needles.termCount).reduce(0) { $0 + needles.needle($1).count }
      }
      let isCommon = common?.contains(index) ?? keystroke.isTyped
      return SampleTable.fields([
        keystroke.trace, keystroke.eventClass, keystroke.query.text,
        needles.map { "\($0.termCount)" } ?? "", needleSize.map { "\($0)" } ?? "",
        String(keystroke.query.tokens.count), keystroke.query.scope ?? "",
        keystroke.matchCount.map(String.init) ?? "",
        keystroke.isTyped ? "1" : "0", isCommon ? "1" : "0",
      ])
    }
  }
}

extension MatcherRecord {
  /// Returns the samples of each delivery that was timed; the one that tables show comes first.
  fileprivate func deliveries(_ shown: Delivery) -> [(delivery: Delivery, packedSamples: String)] {
    [(shown, packedSamples)] + (otherDeliveries ?? []).map { ($0.delivery, $0.packedSamples) }
  }
}
