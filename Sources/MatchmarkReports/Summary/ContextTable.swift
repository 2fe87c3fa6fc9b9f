import MatchmarkCore
package import MatchmarkMeasurement

/// Where, when and of what a run was made.
package enum ContextTable {
  /// Machine, build, clock and command, as names and values.
  package static func facts(_ record: RunRecord) -> [(name: String, value: String)] {
    let context = record.context
    let host = context.host
    let load = [host.loadBefore, host.loadAfter].map { load in
      load.map { QuantityFormat.fixed($0, digits: 2) } ?? "unknown"
    }
    let changes = context.hasUncommittedChanges == true ? ", with uncommitted changes" : ""
    let kind = record.kind.map { [("kind", $0.rawValue)] } ?? []
    let values = [
      ("suite", record.suite.name),
      ("why", record.suite.why),
      ("started", context.startedAt),
      ("took", QuantityFormat.time(context.durationInSeconds * 1e9)),
      ("command", context.commandLine.joined(separator: " ")),
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
      ("outcome", record.suite.outcome.rawValue),
      ("reference", record.suite.reference),
      ("seed", String(record.suite.seed)),
      (
        "versions",
        "record format \(record.formatVersion), specification \(record.specificationVersion)"
      ),
    ]
    return (kind + values).map { ($0.0, DisplayText.line($0.1, limit: 400)) }
  }

  /// When, where and by what a run was made, on a line.
  package static func origin(_ record: RunRecord) -> String {
    let (context, host) = (record.context, record.context.host)
    let revision = context.revision.map { " (\($0.prefix(8)))" } ?? ""
    let build = context.build.isOptimised ? "" : ", a debug build,"
    let processor = host.processor.isEmpty ? "an unknown processor" : host.processor
    return DisplayText.line(
      "measured \(context.startedAt) by \(context.tool)\(revision)\(build) on \(processor), "
        + "\(host.coreCount) cores", limit: 400)
  }

  /// What others did with the processors meanwhile, and how fast these may run.
  private static func disturbance(_ host: HostRecord) -> String {
    let parts = [
      host.foreignCores.map { "\(QuantityFormat.fixed($0, digits: 2)) cores by other programs" },
      host.stolenShare.map { "\(IntervalFormat.percent($0)) taken by the hypervisor" },
      host.frequencyGovernor.map { "frequency governor \($0)" },
    ]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? "unknown" : known.joined(separator: ", ")
  }

  /// What was searched: rows, workload and how it was checked.
  package static func identities(_ record: RunRecord) -> ReportTable {
    var table = ReportTable(
      "Corpora and workloads",
      columns: [
        .words("corpus"), .words("profile"), .words("axes"), .figures("rows"), .figures("size"),
        .words("corpus identity"), .figures("keystrokes"), .figures("by the oracle"),
        .words("workload identity"),
      ])
    for cell in record.cells {
      table.append([
        DisplayText.line(cell.corpus.name), DisplayText.line(cell.profile.name),
        DisplayText.line(cell.profile.axes), QuantityFormat.count(cell.corpus.rowCount),
        QuantityFormat.size(cell.corpus.sizeInBytes), DisplayText.line(cell.corpus.identity),
        QuantityFormat.count(cell.verification.keystrokeCount),
        QuantityFormat.count(cell.verification.oracleCount),
        DisplayText.line(cell.workloadIdentity),
      ])
    }
    return table
  }
}
