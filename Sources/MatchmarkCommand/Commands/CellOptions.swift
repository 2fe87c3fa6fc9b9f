import ArgumentParser
import MatchmarkCore
import MatchmarkMeasurement

/// Which cells of a suite or record are meant.
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

  /// The error if none of a suite's cells is left, with the nearest name.
  func nothingLeft(of suite: String, _ names: [String]) -> CommandError {
    let left = "nothing to do: no cell of '\(suite)' matches the options"
    guard let filter, !names.isEmpty else { return .usage(left) }
    // Half of a name (the corpus or the profile) is a filter, too.
    let halves = names.flatMap { $0.split(separator: ".").map(String.init) }
    return .usage(
      "\(left): got -f '\(filter)'" + NearestName.hint(filter, among: names + halves.uniqued)
        + "; 'run --dry-run --details' lists the cells")
  }
}
