import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSystem

struct CorpusOptions: ParsableArguments {
  @Option(
    help: """
      The rows: a generator with a size (titles-10000), a fixture (countries), or a file \
      (rows.csv, rows.tsv, rows.json, rows.jsonl, or titles.txt with one title per line); '-' is \
      standard input.
      """, completion: NameCompletion.corpora)
  var corpus: String?

  @Option(
    help: """
      How the rows are searched: a built-in profile or a YAML file. By default, a fixture has its \
      own profile, generated rows use 'titles', and a file's profile is inferred.
      """, completion: NameCompletion.profiles)
  var profile: String?

  @Option(
    help: """
      Search only this column of a file as text; repeat for several. The rest of the profile is \
      inferred.
      """)
  var text: [String] = []

  @Option(
    help: """
      The characters that count as equal, in place of the profile's choice: c ignores case, cd \
      also accents, and loose also finds what people type without the letters of the rows (l for \
      ł, no apostrophes, Hangul by letters).
      """, completion: .list(Folding.allCases.map(\.rawValue)),
    transform: { try choice($0, Folding.init(rawValue:), \.rawValue) })
  var folding: Folding?

  @Option(
    help: """
      Rank the rows in this order, rather than find a set of them: fzf-v2, that of fzf 0.74; \
      fzy-1.0, that of fzy; osa, the fewest typing errors first; prefix-osa, the same for the \
      beginning of a word; own, each ranker's own, held to the laws of ranking. Of several text \
      columns, the first one with phrases is searched, or the one of --text.
      """, completion: .list(RankedOrder.allCases.map(\.name)),
    transform: { try choice($0, RankedOrder.init(named:), \.name) })
  var rank: RankedOrder?

  @Option(
    help: """
      The sign between the cells of a file, such as ';', or its name: tab, comma, semicolon, pipe. \
      Cells may then be quoted.
      """)
  var delimiter: String?

  @Flag(help: "The first line of the file is a row: it names no columns.")
  var noHeader = false

  var reading: RowReading { RowReading(delimiter: delimiter, hasHeader: !noHeader) }
}

/// The case of a type that a word names.
private func choice<Choice: CaseIterable>(
  _ word: String, _ read: (String) -> Choice?, _ name: (Choice) -> String
) throws -> Choice {
  guard let choice = read(word) else {
    let known = Choice.allCases.map(name).joined(separator: ", ")
    throw ValidationError("got '\(word)', expected one of \(known)")
  }
  return choice
}

/// The filters of rows besides the typed text.
struct FilterOptions: ParsableArguments {
  @Option(help: "A token, as facet=value; repeat for several.")
  var token: [String] = []

  @Option(help: "The selected scope title.")
  var scope: String?

  func tokens() throws(InputError) -> [SearchToken] {
    try token.map { text throws(InputError) in
      guard let (facet, value) = text.halves(at: "="), !facet.isEmpty else {
        throw .usage("got token '\(text)', expected facet=value, such as continent=Europe")
      }
      return SearchToken(facet: facet, value: value)
    }
  }
}

struct CellOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")],
    help: """
      Only cells (<corpus>.<profile>) whose name contains this text, or only the cell with exactly \
      this name. 'run --dry-run --details' lists them.
      """)
  var filter: String?

  /// The cells that pass the filter, in their order; all cells if there is no filter.
  func chosen<Cell>(_ cells: [Cell], _ name: (Cell) -> String) -> [Cell] {
    guard let filter else { return cells }
    let named = cells.filter { name($0) == filter }
    return named.isEmpty ? cells.filter { name($0).contains(filter) } : named
  }

  func nothingLeft(of suite: String, _ names: [String]) -> InputError {
    let left = "nothing to do: no cell of '\(suite)' matches the options"
    guard let filter, !names.isEmpty else { return .usage(left) }
    // Half of a name (the corpus or the profile) is a filter, too.
    let halves = names.flatMap { $0.split(separator: ".").map(String.init) }
    return .usage(
      "\(left): got -f '\(filter)'" + NearestName.hint(filter, among: names + halves.uniqued)
        + "; 'run --dry-run --details' lists the cells")
  }
}

/// The names that a shell suggests for an option's value, and matching files.
enum NameCompletion {
  static var matchers: CompletionKind { .list(context.catalog.ids) }

  static var suites: CompletionKind { .custom { _, _, _ in SuiteFile.names(in: context.folder) } }

  static var participants: CompletionKind {
    .custom { _, _, _ in
      (try? ParticipantRoster(engineFile: nil, in: context.project))?.ids ?? []
    }
  }

  private static var context: ProgramContext { RootCommand.context }

  /// Generated corpora of 10 000 rows, fixtures, and the files of rows in the current folder.
  static var corpora: CompletionKind {
    .custom { _, _, _ in
      let files = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
      return CorpusSource.names(ofSize: "10000")
        + files.filter { DatasetFormat(endingOf: $0) != nil }.sorted()
    }
  }

  static var profiles: CompletionKind { .list(SearchProfile.builtIn.map(\.name)) }
}
