extension RunRecord {
  /// The record as JSON on one line, keys sorted; printed prettily it would be twice as large.
  package func encoded() throws(RecordError) -> [UInt8] {
    var finished = self
    if finished.ending == nil { finished.conclude() }
    return try RecordFormat.record.encode { encode in try encode(finished) + [0x0A] }
  }

  /// Reads a record of this or an earlier version.
  package init(decoding bytes: [UInt8]) throws(RecordError) {
    self = try RecordFormat.record.decode(RunRecord.self, from: bytes)
  }
}
