import MatchmarkCore
package import MatchmarkRecord
package import MatchmarkSystem

extension Document {
  /// Creates the report of a run: one section for each question, the most informative first.
  ///
  /// - Parameter program: the program in the commands that a reader may repeat.
  package init(_ record: RunRecord, program: ShownProgram) {
    self.init(record, Choice.all(record), program)
  }

  init(_ record: RunRecord, _ choices: [Choice], _ program: ShownProgram) {
    let roster = Roster(record)
    let engines = EngineFacts(record)
    let cost = CostSection(record)
    self.init(
      name: record.suite.title ?? record.suite.name,
      headline: Headline(record),
      sections: [
        Section("still", "Slower than before?", [Block.gate(of: record)]),
        Section("within", "Within the budgets?", [Block.budgets(of: record)]),
        Section(
          "right", "Right?",
          [
            Block.parity(of: record), Block.counterexamples(of: record, roster, program),
            Block.unranked(of: record), Block.wrongTimes(of: record), Block.engines(of: engines),
            Block.failures(of: engines, roster), Block.ledger(record.ledger ?? []),
          ]),
        Section(
          "fast", "Fast?",
          [
            Block.targets(of: record), Block.growth(of: record), Block.percentiles(of: record),
            Block.timeline(of: record), Block.ratios(of: record), Block.deliveries(of: record),
            Block.paces(of: record), Block.details(of: record),
          ]),
        Section("cost", "At what cost?", [cost?.front, cost?.building]),
        Section("context", "Context", [Block.run(of: record), Block.identities(of: record)]),
      ])
    let isTimed = record.cells.contains { $0.matchers.contains { $0.figures != nil } }
    origin = Origin(
      startedAt: record.context.startedAt, hostname: record.context.host.name,
      line: isTimed ? ContextTable.origin(record) : "")
    warnings = Self.warnings(record.warnings)
    title = record.suite.title.map { DisplayText.line($0, limit: 60) }
    subject = record.subject
    failureLines = FailureLine.all(record, program)
    ownLines = OwnStanding.all(record).prefix(Self.ownLimit).map { own in
      [own.line] + [own.hint.map { "\(own.matcher): \($0)" }].compactMap(\.self)
    }
    summary = Summary(record)
    overview = [Block.overview(of: record)].compactMap(\.self)
    show(choices, record, roster)
    footer =
      "Made by matchmark from the record alone. To make it again, in the folder of the record: "
      + "matchmark report record.json --format html"
  }

  /// The maximum numbers of a user's own participants and of warnings that are listed here; the
  /// tables contain more.
  private static let ownLimit = 100
  private static let warningLimit = 20

  private static func warnings(_ texts: [String]) -> [String] {
    let rest = texts.count - warningLimit
    return texts.prefix(warningLimit).map { DisplayText.line($0, limit: 400) }
      + (rest > 0 ? ["\(QuantityFormat.count(rest)) more are in the record"] : [])
  }
}

/// The time, the place and the program of a run.
package enum ContextTable {
  static func facts(_ record: RunRecord) -> [Fact] {
    let context = record.context
    let host = context.host
    let load = [host.loadBefore, host.loadAfter].map { load in
      load.map { QuantityFormat.fixed($0, digits: 2) } ?? "unknown"
    }
    let changes = context.hasUncommittedChanges == true ? ", with uncommitted changes" : ""
    let values: [(String, String?)] = [
      ("kind", record.kind?.rawValue),
      ("suite", record.suite.name),
      ("why", record.suite.why),
      ("started", context.startedAt),
      ("took", QuantityFormat.time(context.durationInSeconds * 1e9)),
      ("command", command(context.commandLine)),
      ("program", context.tool),
      ("revision", (context.revision ?? "unknown") + changes),
      (
        "compiler",
        "\(context.build.compiler), \(context.build.isOptimised ? "optimised" : "debug build")"
      ),
      ("host", host.name),
      ("kernel", host.kernel),
      ("processor", "\(host.processor), \(host.coreCount) cores"),
      ("memory", host.memoryInBytes.map(QuantityFormat.size) ?? "unknown"),
      ("load before, after", load.joined(separator: ", ")),
      ("processor time of others", Self.disturbance(host)),
      (
        "clock",
        "\(context.clock.name), resolution "
          + QuantityFormat.time(context.clock.resolutionInNanoseconds) + ", a reading costs "
          + QuantityFormat.time(context.clock.readingCostInNanoseconds)
      ),
      ("delivery", record.suite.delivery.rawValue),
      ("reference", record.suite.reference),
      ("seed", String(record.suite.seed)),
      (
        "versions",
        "record format \(record.formatVersion), specification \(record.specificationVersion)"
      ),
    ]
    return values.compactMap { name, value in
      value.map { Fact(name, DisplayText.line($0, limit: 400)) }
    }
  }

  /// Returns the command, quoted, so that a reader can paste it.
  private static func command(_ commandLine: [String]) -> String {
    RecordedCommand(commandLine).map { ShellWord.line(["matchmark"] + $0.words) }
      ?? "not shown: it has more than the options of a measurement"
  }

  package static func origin(_ record: RunRecord) -> String {
    let (context, host) = (record.context, record.context.host)
    let revision = context.revision.map { " (\($0.prefix(8)))" } ?? ""
    let build = context.build.isOptimised ? "" : ", a debug build,"
    let processor = host.processor.isEmpty ? "an unknown processor" : host.processor
    return DisplayText.line(
      "measured \(context.startedAt) by \(context.tool)\(revision)\(build) on \(processor), "
        + "\(host.coreCount) cores", limit: 400)
  }

  private static func disturbance(_ host: HostRecord) -> String {
    let parts = [
      host.foreignCores.map { "\(QuantityFormat.fixed($0, digits: 2)) cores by other programs" },
      host.stolenShare.map { "\(IntervalFormat.percent($0)) taken by the hypervisor" },
      host.frequencyGovernor.map { "frequency governor \($0)" },
    ]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? "unknown" : known.joined(separator: ", ")
  }
}

extension Block {
  fileprivate static func run(of record: RunRecord) -> Block {
    Block("run", "The run", [.facts(ContextTable.facts(record))]).folded(isDetail: true)
  }

  fileprivate static func identities(of record: RunRecord) -> Block {
    let table = ReportTable(
      "Corpora and workloads", record.cells,
      [
        .words("corpus") { $0.corpus.name }, .words("profile") { $0.profile.name },
        .words("axes") { $0.profile.axes }, .count("rows") { $0.corpus.rowCount },
        .size("size") { $0.corpus.sizeInBytes }, .words("corpus identity") { $0.corpus.identity },
        .count("keystrokes") { $0.verification.keystrokeCount },
        .count("by the oracle") { $0.verification.oracleCount },
        .words("workload identity") { $0.workloadIdentity },
        .prose("typed keystrokes") { $0.needs?.words ?? "–" },
      ])
    return Block(
      "identities", "What was searched",
      lead: "An identity is the CRC-32 and the length of the canonical bytes: equal identities are "
        + "equal rows, or equal typing sessions.", [.table(table)]
    ).folded(isDetail: true)
  }
}

extension SearchProfile {
  /// The axes of a profile, for instance `contains, c, phrase`.
  var axes: String {
    if let rank { return rank.rawValue }
    let modes = textFields.map(\.match.rawValue)
    let match = Set(modes).count == 1 ? modes[0] : modes.joined(separator: "|")
    return "\(match), \(folding.rawValue), \(terms.rawValue)"
  }
}

extension SearchQuery {
  /// The tokens and the scope for display after a quoted text: ` [kind=book] in 2019`, or empty.
  var filterDescription: String {
    let tokens = tokens.map { " [\($0.facet)=\($0.value)]" }.joined()
    return tokens + (scope.map { " in \($0)" } ?? "")
  }
}
