import ArgumentParser
package import MatchmarkDatasets
import MatchmarkHarness
package import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Save, list, show and delete baselines, which 'check' compares with.",
    subcommands: [Save.self, List.self, Show.self, Delete.self])

  struct Save: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "save",
      abstract: "Measure a suite, or take a record, and keep it under a name.",
      discussion: """
        Measures in \(CheckPlan.baselineForkCount) processes unless --forks says otherwise, as \
        many as the longest check; a baseline from one process shows only differences of more \
        than a half. Times are kept as ratios to the reference matcher of the suite, which takes \
        part even if -e does not name it. Without a suite, 'gate' is measured, or 'exact' with \
        --exact. What was measured is kept too: 'check --baseline main' measures the same again.

        Examples:
          matchmark baseline save main
          matchmark baseline save main gate -e inverted-index
          matchmark baseline save main --record reports/record.json
          matchmark baseline save counts --exact
        """)

    @Argument(help: "A name such as main.")
    var name: String

    @OptionGroup var plan: MeasuredPlanOptions
    @OptionGroup(title: "Measuring options") var measuring: MeasuringOptions
    @OptionGroup var baselines: BaselineFolderOptions
    @OptionGroup(title: "Output options") var display: DisplayOptions

    @Flag(help: "Overwrite a baseline of that name.")
    var replace = false

    @OptionGroup var result: JSONOptions

    @Option(help: "Save this record instead of measuring.")
    var record: String?

    @Flag(help: "Count instructions and allocations instead of timing. Needs valgrind.")
    var exact = false

    mutating func validate() throws {
      if record != nil, !plan.suites.isEmpty || plan.corpus.corpus != nil {
        throw ValidationError("got --record and something to measure, expected one or the other")
      }
    }

    func run() throws {
      let store = baselines.store
      if let record {
        try store.refuseUnsavable(name, replaces: replace)
        return try keep(try ComparableFile.read(record, in: context.folder), in: store)
      }
      try DebugBuild.refuse(unless: measuring.allowDebug)
      if exact { return try saveCounts(store) }
      let planned = measuring.adjusted(try CheckPlan(context).plan(plan, for: .ratios))
      let job = MeasuringJob(
        kind: .baseline, forkCount: measuring.forks ?? CheckPlan.baselineForkCount,
        failsFast: plan.failFast, isQuiet: display.noProgress, context: context)
      let suite = try planned.only(for: "a baseline")
      try store.refuseUnsavable(name, replaces: replace)
      let record = try job.record(of: suite)
      try RecordPrinter(display, print).show(
        RecordRendering(record, program: context.shown), asJSON: false)
      if !record.hasRightAnswers { try record.verdict.end() }
      try keep(try ComparableFile.baseline(of: record, in: context.folder), in: store)
    }

    private func keep(_ baseline: Baseline, in store: BaselineStore) throws {
      print("saved \(try store.save(baseline, as: name, replaces: replace))")
      try result.show(baseline.reduced())
    }

    private func saveCounts(_ store: BaselineStore) throws {
      let planned = try CheckPlan(context).plan(plan, otherwise: CheckPlan.exactSuite)
      let suite = try planned.only(for: "a baseline")
      try store.refuseUnsavable(name, replaces: replace)
      let counts = try ExactCounts(
        of: suite, by: display.counting(), in: ContextFacts.now(in: context))
      let record = counts.record(.baseline, suite)
      if !record.hasRightAnswers {
        try RecordPrinter(display, print).show(
          RecordRendering(record, program: context.shown), asJSON: false)
        try record.verdict.end()
      }
      try keep(try ComparableFile.baseline(of: record, in: context.folder), in: store)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the baselines: suite, machine, day.")

    @OptionGroup var result: JSONOptions
    @OptionGroup var baselines: BaselineFolderOptions

    func run() throws {
      let store = baselines.store
      let entries: [(String, String)] = try store.names.filter(store.isFile).compactMap { name in
        try store.read(name).map { baseline in
          let its = baseline.conditions
          return (name, "suite \(its.suite), \(its.hostClass), \(its.startedAt)")
        }
      }
      try result.show(["baselines": entries.map(ListedName.init)])
      if entries.isEmpty { print("no baselines in \(store.folder)") }
      Columns.show(entries, by: print)
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what a baseline holds.",
      discussion: "Example: matchmark baseline show main")

    @Argument(help: "A name, or the path of a file.")
    var name: String

    @OptionGroup var result: JSONOptions
    @OptionGroup var baselines: BaselineFolderOptions
    @OptionGroup(title: "Output options") var colour: ColourOptions

    func run() throws {
      let store = baselines.store
      guard let baseline = try store.read(name) else { throw store.unknown(name) }
      try result.show(baseline)
      let conditions = baseline.conditions
      Columns.show(
        [
          ("suite", conditions.suite), ("measured", conditions.startedAt),
          ("tool", conditions.tool), ("revision", conditions.revision ?? "unknown"),
          ("host class", conditions.hostClass),
          ("build", conditions.isOptimised ? "release" : "debug"),
          ("specification", "\(conditions.specificationVersion)"),
          ("delivery", conditions.delivery.rawValue), ("reference", conditions.reference),
          ("asked for", ShellWord.line(conditions.arguments ?? [])),
        ], by: print)
      print("")
      RecordPrinter(colour, print).show(Block.sideBySide(baseline))
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a baseline.",
      discussion: "Example: matchmark baseline delete main")

    @Argument(help: "The name.")
    var name: String

    @OptionGroup var baselines: BaselineFolderOptions

    func run() throws { try baselines.store.delete(name) }
  }
}

struct BaselineFolderOptions: ParsableArguments {
  @Option(help: "The folder of the baselines; -o does not affect it.")
  var baselineFolder = BaselineStore.standardFolder

  var store: BaselineStore {
    BaselineStore(
      folder: baselineFolder, words: ReplayedArguments.words(in: context.folder),
      replacing: context.replacement, program: context.shown)
  }
}

extension ComparableFile {
  static func read(_ path: String, in project: ProjectFolder) throws(InputError) -> Baseline {
    try read(path, words: ReplayedArguments.words(in: project))
  }

  package static func decode(
    _ bytes: [UInt8], file: String, in project: ProjectFolder
  ) throws(InputError) -> Baseline {
    try decode(bytes, file: file, words: ReplayedArguments.words(in: project))
  }

  static func baseline(
    of record: RunRecord, in project: ProjectFolder
  ) throws(InputError) -> Baseline {
    try baseline(of: record, words: ReplayedArguments.words(in: project))
  }
}
