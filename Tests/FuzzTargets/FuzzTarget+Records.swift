import MatchmarkCommand
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport

extension FuzzTarget {
  static let record = FuzzTarget(
    "record", "a record or baseline in JSON, and every report of it",
    promise:
      "what is written can be read back unchanged; XML is well-formed, counts are right"
  ) { bytes in
    _ = try? ComparableFile.decode(bytes, file: "file", in: project.folder)
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
    let rendering = RecordRendering(
      record, program: ShownProgram("./matchmark"), dialect: dialect)
    do { bytes = try rendering.bytes(format) } catch {
      throw BrokenPromise("\(format): \(error)")
    }
    if format == .xml { _ = try XMLDocument(bytes) }
    if format == .junit {
      try require(try JUnitFile(bytes).isConsistent, "counts of \(dialect)")
    }
  }
}
