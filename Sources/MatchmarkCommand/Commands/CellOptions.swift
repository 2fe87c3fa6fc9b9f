import ArgumentParser

/// Which cells of a suite or record are meant.
struct CellOptions: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("filter")],
    help: """
      Only cells (<corpus>.<profile>) whose name contains this text; only the one that it names, \
      where it names one.
      """)
  var filter: String?

  /// Those that the filter leaves, in their order; all where there is none.
  func chosen<Cell>(_ cells: [Cell], _ name: (Cell) -> String) -> [Cell] {
    guard let filter else { return cells }
    let named = cells.filter { name($0) == filter }
    return named.isEmpty ? cells.filter { name($0).contains(filter) } : named
  }
}
