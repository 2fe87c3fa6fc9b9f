package import MatchmarkRecord

package struct KeptRun: Sendable {
  package let number: Int
  package let record: RunRecord
  package let note: String

  package init(number: Int, _ record: RunRecord, note: String) {
    self.number = number
    self.record = record
    self.note = note
  }
}

/// Runs with comparable ratios, oldest first, with the results of each participant.
package struct RunSeries: Sendable {
  package let runs: [KeptRun]
  /// The participants that have a ratio in any run, in roster order.
  package let participants: [String]
  private let roster: Roster
  /// The shares of each participant on each cell, run by run.
  private let shares: [String: [[String: Standings.Share]]]

  /// Returns the series of the given runs, beginning with that of the newest run.
  ///
  /// Runs belong to one series if they have cells in common and ``Comparability`` finds no
  /// difference between them.
  package static func all(_ runs: [KeptRun]) -> [RunSeries] {
    var groups: [(outline: Baseline, runs: [KeptRun])] = []
    for run in runs.sorted(by: { $0.number > $1.number }) {
      let outline = Baseline(outlineOf: run.record)
      let place = groups.map(\.outline).firstIndex {
        $0.conditions.suite == outline.conditions.suite
          && $0.cells.contains { outline.cell($0.id) != nil }
          && Comparability(of: $0, with: outline).differences.isEmpty
      }
      if let place { groups[place].runs.append(run) } else { groups.append((outline, [run])) }
    }
    return groups.map { RunSeries($0.runs.reversed()) }
  }

  private init(_ runs: [KeptRun]) {
    self.runs = runs
    let roster = Roster(runs.flatMap(\.record.cells))
    let reference = runs[0].record.suite.reference
    let standings = runs.map { $0.record.standings }
    var shares: [String: [[String: Standings.Share]]] = [:]
    for id in roster.ids where id != reference {
      let own = standings.map { cells in
        cells.compactMapValues { $0.entry(id)?.whole }.filter { $0.value.ratio != nil }
      }
      if own.contains(where: { !$0.isEmpty }) { shares[id] = own }
    }
    self.roster = roster
    self.shares = shares
    participants = roster.ids.filter { shares[$0] != nil }
  }

  package var reference: String { runs[0].record.suite.reference }

  /// Returns the cells on which a participant has a ratio in every run that has any of its ratios.
  package func cells(of id: String) -> Set<String> {
    let all = (shares[id] ?? []).filter { !$0.isEmpty }.map { Set($0.keys) }
    return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  }

  /// Returns the geometric mean of a participant's ratios over ``cells(of:)``, by run; nil where
  /// there is none.
  package func ratios(of id: String) -> [Double?] {
    let cells = cells(of: id).sorted()
    return (shares[id] ?? []).map { run in geometricMean(cells.compactMap { run[$0]?.ratio }) }
  }

  private func texts(of id: String) -> [String?] {
    let cells = cells(of: id)
    guard cells.count == 1, let only = cells.first else {
      return ratios(of: id).map { $0.map(QuantityFormat.ratio) }
    }
    return (shares[id] ?? []).map { IntervalFormat.text($0[only]) }
  }

  /// Returns the changes since the previous run: of machine, kernel, compiler, program, code.
  package func changes(at index: Int) -> [String] {
    guard index > 0 else { return [] }
    let (was, now) = (runs[index - 1].record.context, runs[index].record.context)
    func change(_ what: String, _ text: (RunContext) -> String) -> String? {
      text(was) == text(now) ? nil : "\(what) \(text(was)) → \(text(now))"
    }
    return [
      change("machine") { $0.host.name }, change("kernel") { $0.host.kernel },
      change("compiler") { $0.build.compiler }, change("program") { $0.tool },
      change("code") { context in
        (context.revision.map { String($0.prefix(8)) } ?? "unknown")
          + (context.hasUncommittedChanges == true ? " with changes" : "")
      },
    ].compactMap(\.self)
  }
}

extension Document {
  package init(history series: [RunSeries]) {
    let count = series.reduce(0) { $0 + $1.runs.count }
    self.init(
      name: "history",
      headline: Headline(
        "\(QuantityFormat.counted(count, "kept run")) in \(series.count) series.",
        isRight: true,
        grounds: "Each figure is a participant's time as a ratio to the reference matcher of the "
          + "same run; absolute times of two runs cannot be compared. A series has only runs of "
          + "the same rows, keystrokes, options and class of machine.",
        isWeighing: true),
      sections: series.enumerated().map { index, series in
        Section("series-\(index + 1)", series.title, [series.block(index)])
      })
  }
}

extension RunSeries {
  /// The name of the file of rows, or that of the suite.
  package var name: String { runs[0].record.suite.title ?? runs[0].record.suite.name }

  fileprivate var title: String { "\(name): \(QuantityFormat.counted(runs.count, "run"))" }

  fileprivate func block(_ index: Int) -> Block {
    Block(
      "ratios-\(index + 1)", DisplayText.line("\(name), ratio to \(reference)"),
      (picture.map { [.picture($0)] } ?? []) + [.table(table)])
  }

  private var table: ReportTable {
    typealias Column = ReportTable.Column<Int>
    let names: [Column] = [
      .figures("run") { "\(runs[$0].number)" },
      .words("started") { runs[$0].record.context.startedAt },
    ]
    let ratios = participants.map { id in
      let texts = texts(of: id)
      return Column.figures(id) { texts[$0] }
    }
    let words: [Column] = [
      .prose("changed since the run above") { changes(at: $0).joined(separator: "; ") },
      .prose("note") { runs[$0].note },
    ]
    let counts = participants.map { "\($0) \(cells(of: $0).count)" }
    return ReportTable(
      "Ratios", Array(runs.indices), names + ratios + words,
      notes: [
        "Ratio: the geometric mean over the cells that all these runs have ("
          + counts.joined(separator: ", ") + "); one cell has its 95 % interval."
      ])
  }

  private var picture: Picture? {
    let curves = participants.map { id in
      ratios(of: id).enumerated().compactMap { index, ratio in
        ratio.map { ratio in
          Plot.Point(
            x: Double(index), y: ratio, sign: roster.sign(of: id),
            title: "\(DisplayText.line(id)), run \(runs[index].number): "
              + QuantityFormat.ratio(ratio))
        }
      }
    }
    let values = curves.flatMap { $0.map(\.y) }
    guard runs.count > 1, !values.isEmpty else { return nil }
    var plot = Plot(
      x: .places(runs.map { "\($0.number)" }), y: .counts(values + [1], title: "ratio"),
      summary: "Line plot: each participant's ratio to \(reference), run by run")
    plot.layers = [.bound(y: 1, label: "", shift: 0)]
    for curve in curves.prefix(Picture.matcherLimit) { plot.add(curve: curve) }
    return Picture(
      lead: "Below 1 is faster than \(DisplayText.line(reference)). Runs from left to right.",
      [Picture.Panel("", "", plot)], .wide, roster.legend(participants))
  }
}
