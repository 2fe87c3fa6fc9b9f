import MatchmarkCommand
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport

extension FuzzTarget {
  static let record = FuzzTarget(
    "record", "a record or baseline in JSON, and every report of it",
    promise:
      "what is written can be read back unchanged; XML is well-formed, counts are right"
  ) { bytes in
    _ = try? ComparableFile.decode(bytes, file: "file")
    guard let record = try? RunRecord(decoding: bytes) else { return }
    let written = try record.encoded()
    try require(
      try RunRecord(decoding: written).encoded() == written, "another record is read again")
    for format in ReportFormat.allCases where format != .json {
      for dialect in format == .junit ? JUnitDialect.allCases : [.common] {
        try check(record, format, dialect)
      }
    }
  }

  private static func check(
    _ record: RunRecord, _ format: ReportFormat, _ dialect: JUnitDialect
  ) throws {
    let bytes: [UInt8]
    do { bytes = try RecordRendering(record, dialect: dialect).bytes(format) } catch {
      throw BrokenPromise("\(format): \(error)")
    }
    if format == .xml { _ = try XMLDocument(bytes) }
    if format == .junit {
      try require(try JUnitFile(bytes).isConsistent, "counts of \(dialect)")
    }
  }
}
