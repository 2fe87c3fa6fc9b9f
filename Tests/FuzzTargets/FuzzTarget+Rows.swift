import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets

extension FuzzTarget {
  static let csv = FuzzTarget(
    "csv", "rows as CSV, with inferred or mapped columns",
    promise: "the canonical form can be read back unchanged; errors name a place in the file"
  ) { bytes in
    var input = FuzzInput(bytes)
    let delimiter = input.choose(Array(",;\t".utf8))
    let columns = input.choose([nil, [Column("name", .text)], [Column("year", .numeric)]])
    try read(Array(input.rest), .delimited(DelimitedFormat(delimiter: delimiter)), columns)
  }

  static let jsonLines = FuzzTarget(
    "json-lines", "rows as JSON Lines, foreign or canonical",
    promise: "the canonical form can be read back unchanged; errors name a place in the file"
  ) { bytes in
    var input = FuzzInput(bytes)
    let columns = input.choose([nil, nil, [Column("name", .text), Column("year", .numeric)]])
    try read(Array(input.rest), .json, columns)
  }

  private static func read(
    _ bytes: [UInt8], _ format: DatasetFormat, _ columns: [Column]?
  ) throws {
    let data = Dataset(name: "fuzz", file: "file", bytes: bytes, format: format)
    let corpus: Corpus
    do { corpus = try data.corpus(columns: columns) } catch {
      return try check(error, in: bytes)
    }
    _ = try? FoldedCorpus(corpus, profile: InferredProfile.profile(for: corpus))
    let canonical = CanonicalCorpus.bytes(of: corpus)
    let again = try CanonicalCorpus.read(
      RowSource(name: "file", bytes: canonical), name: "fuzz")
    try require(CanonicalCorpus.bytes(of: again) == canonical, "another canonical form")
  }

  private static func check(_ error: DatasetError, in bytes: [UInt8]) throws {
    try require(error.description.hasPrefix("file:"), "no file: \(error.description)")
    guard let line = error.description.firstMatch(of: /^file:([0-9]+):/).flatMap({ Int($0.1) })
    else { return }
    let lineCount = bytes.count { $0 == 0x0A } + 1
    try require((1...lineCount).contains(line), "no such line: \(error.description)")
  }
}
