package import MatchmarkMeasurement

/// The engines of a run: who they say they are, how they fared, and how they failed.
package struct EngineFacts: Sendable, Hashable {
  /// One engine over all cells.
  package struct Entry: Sendable, Hashable {
    package var id: String
    /// What it said of itself first; nil where it never got so far.
    package var greeting: EngineRecord?
    /// How often it ended in which state, in order of appearance.
    package var states: [String]
    package var counts: [String: Int]
    package var warnings: [String]
  }

  /// A failure, and where it happened.
  package struct Fault: Sendable, Hashable {
    package var engine: String
    package var fault: EngineFaultRecord
    package var cells: [String]
  }

  package private(set) var entries: [Entry] = []
  /// Failures; an engine that is not installed has not failed.
  package private(set) var faults: [Fault] = []

  /// More failures than that tell no more.
  package static let faultLimit = 12

  package init(_ record: RunRecord) {
    var positions: [String: Int] = [:]
    var faultPositions: [FaultKey: Int] = [:]
    for cell in record.cells {
      for matcher in cell.matchers {
        guard let engine = matcher.engine else { continue }
        let position = positions[matcher.id] ?? entries.count
        if position == entries.count {
          positions[matcher.id] = position
          entries.append(
            Entry(id: matcher.id, greeting: nil, states: [], counts: [:], warnings: []))
        }
        entries[position].add(engine, state: matcher.state)
        guard let fault = engine.fault, fault.state != EngineFaultRecord.notInstalled else {
          continue
        }
        let key = FaultKey(
          engine: matcher.id, state: fault.state, phase: fault.phase, got: fault.got)
        if let known = faultPositions[key] {
          faults[known].cells.append(cell.id)
        } else {
          faultPositions[key] = faults.count
          faults.append(Fault(engine: matcher.id, fault: fault, cells: [cell.id]))
        }
      }
    }
  }

  /// Equal failures stand once: requests differ from cell to cell.
  private struct FaultKey: Hashable {
    let engine: String
    let state: String
    let phase: String
    let got: String
  }

  private var hasWarnings: Bool { entries.contains { !$0.warnings.isEmpty } }

  /// Who the engines are.
  package var table: ReportTable {
    var table = ReportTable(
      "Engines",
      columns: [
        .words("engine"), .words("says it is"), .words("language"), .words("build"),
        .words("its clock"),
        .figures("step"), .words("cells"),
      ] + (hasWarnings ? [.prose("warning")] : []))
    for entry in entries {
      let greeting = entry.greeting
      let name = [greeting?.name, greeting?.version].compactMap(\.self).joined(separator: " ")
      table.append(
        [
          DisplayText.line(entry.id), name.isEmpty ? "–" : DisplayText.line(name),
          DisplayText.line(greeting?.language ?? "–"), DisplayText.line(greeting?.build ?? "–"),
          DisplayText.line(greeting?.clock ?? "–"),
          greeting?.resolutionInNanoseconds.map { QuantityFormat.time(Double($0)) } ?? "–",
          entry.states.map {
            "\(QuantityFormat.count(entry.counts[$0] ?? 0)) \(DisplayText.line($0))"
          }
          .joined(separator: ", "),
        ]
          + (hasWarnings
            ? [entry.warnings.first.map { DisplayText.line($0, limit: 200) } ?? ""] : []))
    }
    table.notes = [
      "An engine times itself, inside its own process; its durations are audited from outside."
    ]
    return table
  }
}

extension EngineFacts.Entry {
  fileprivate mutating func add(_ engine: EngineRecord, state: String) {
    if greeting == nil, engine.name != nil { greeting = engine }
    if counts[state] == nil { states.append(state) }
    counts[state, default: 0] += 1
    if let warning = engine.warning, !warnings.contains(warning) { warnings.append(warning) }
  }
}

/// The ledger of known disagreements, as a table.
enum LedgerTable {
  static func table(_ entries: [LedgerRecord]) -> ReportTable {
    var table = ReportTable(
      "Known disagreements",
      columns: [
        .words("engine"), .words("about"), .words("standing"), .figures("keystrokes"),
        .prose("why"), .words("expires"), .prose("link"),
      ])
    for entry in entries {
      table.append([
        DisplayText.line(entry.engine), DisplayText.line(entry.subject),
        entry.standing.rawValue, QuantityFormat.count(entry.divergedCount),
        DisplayText.line(entry.reason, limit: 300), DisplayText.line(entry.expires),
        DisplayText.line(entry.link, limit: 300),
      ])
    }
    table.notes = [
      "The ledger is strict: an entry that no longer diverges, or has expired, fails the run. What "
        + "it covers is not timed."
    ]
    return table
  }
}
