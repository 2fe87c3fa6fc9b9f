import ArgumentParser
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: "Generate, show and identify corpora.",
    subcommands: [Generate.self, Show.self, Hash.self])

  struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gen",
      abstract: "Write a corpus as canonical JSON Lines: the schema, then one object per row.",
      discussion: """
        Examples:
          matchmark data gen titles-1000 -o titles.jsonl
          matchmark data gen places-10 -o -
        """)

    @Argument(help: "A generator with a size, a fixture, or a file.")
    var corpus: String

    @Option(name: .output, help: "The file; - is stdout.")
    var output = "-"

    func run() throws {
      let corpus = try CorpusSource(corpus).corpus(in: context.folder)
      if output == "-" { return try CanonicalCorpus.write(corpus, to: StandardOutput.write) }
      var file = try AtomicFile(path: output, replacing: context.replacement)
      try CanonicalCorpus.write(corpus) { bytes throws(FileError) in try file.write(bytes) }
      try file.finish()
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show the columns and the first rows of a corpus.",
      discussion: "Example: matchmark data show places-100 --rows 5")

    @Argument(help: "A generator with a size, a fixture, or a file.")
    var corpus: String

    @Option(help: "How many rows.", transform: NumberRange.listedRows.whole)
    var rows = 10

    @OptionGroup var result: JSONOptions

    func run() throws {
      let corpus = try CorpusSource(corpus).corpus(in: context.folder)
      if result.json { return try result.show(ShownCorpus(corpus, rowLimit: rows)) }
      print(
        "\(corpus.name): \(QuantityFormat.rows(corpus.rowCount)), "
          + "\(QuantityFormat.size(corpus.sizeInBytes))")
      for column in corpus.schema.columns {
        let roles = column.roles.names.joined(separator: ", ")
        let values = corpus.knownValues(of: column.name).map { " (\($0.count) values)" } ?? ""
        print("  \(column.name): \(roles.isEmpty ? "no role" : roles)\(values)")
      }
      for row in 0..<min(rows, corpus.rowCount) {
        let cells = corpus.schema.columns.indices.map { column in
          TerminalText.visible(corpus.cell(row: row, column: column))
        }
        // The tabs that separate cells remain; by now there are none within cells.
        Swift.print("\(row)\t\(cells.joined(separator: "\t"))")
      }
    }
  }

  struct Hash: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "hash",
      abstract: "Print the identity of a corpus: CRC-32 and length of its canonical form.",
      discussion: "Example: matchmark data hash titles-1000")

    @Argument(help: "A generator with a size, a fixture, or a file.")
    var corpus: String

    @OptionGroup var result: JSONOptions

    func run() throws {
      let corpus = try CorpusSource(corpus).corpus(in: context.folder)
      try result.show(ShownCorpus(corpus, rowLimit: 0))
      print("\(CorpusIdentity(of: corpus))")
    }
  }
}

/// A corpus with its first rows, as JSON.
private struct ShownCorpus: Encodable {
  struct Column: Encodable {
    let name: String
    let roles: [String]
    /// The number of distinct values known for the column; nil if values are not kept.
    let valueCount: Int?
  }

  let name: String
  let identity: String
  let rowCount: Int
  let sizeInBytes: Int
  let columns: [Column]
  let rows: [[String]]

  init(_ corpus: Corpus, rowLimit: Int) {
    name = corpus.name
    identity = CorpusIdentity(of: corpus).description
    (rowCount, sizeInBytes) = (corpus.rowCount, corpus.sizeInBytes)
    columns = corpus.schema.columns.map { column in
      Column(
        name: column.name, roles: column.roles.names,
        valueCount: corpus.knownValues(of: column.name)?.count)
    }
    rows = (0..<min(rowLimit, corpus.rowCount)).map { row in
      corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
    }
  }
}
