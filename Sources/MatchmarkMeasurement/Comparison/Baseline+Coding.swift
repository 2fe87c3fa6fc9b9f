extension Baseline {
  /// The baseline as JSON with sorted keys, each cell on separate lines, so that git can show what
  /// changed.
  package func encoded() throws(RecordError) -> [UInt8] {
    try RecordFormat.baseline.encode { encode in
      var text: [UInt8] = Array("{\"cells\":[\n".utf8)
      for (index, cell) in cells.enumerated() {
        text += try encode(cell)
        text += Array((index + 1 < cells.count ? ",\n" : "\n").utf8)
      }
      text += Array("],\"conditions\":".utf8)
      text += try encode(conditions)
      text += Array(",\n\"formatVersion\":\(formatVersion)}\n".utf8)
      return text
    }
  }

  /// Reads a baseline of this or an earlier version.
  package init(decoding bytes: [UInt8]) throws(RecordError) {
    self = try RecordFormat.baseline.decode(Baseline.self, from: bytes)
  }
}
