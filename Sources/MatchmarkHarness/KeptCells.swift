import Foundation
import MatchmarkCore
import MatchmarkMeasurement
package import MatchmarkSystem

/// Finished cells of runs that were stopped, until the same command takes them up.
///
/// Each is a record of one cell, with the time and the load at which it was measured. A file's name
/// begins with a key of all that decides what a cell would say: program, machine, suite, effort,
/// seeds, participants, and which fork measures. The rows and keystrokes are compared when a cell
/// is taken up. Cells in which an engine outside takes part are not kept, for no one can tell
/// whether its program is still the same.
package struct KeptCells: Sendable {
  /// The folder of one's own; it is made when the first cell is kept.
  private let folder: String
  /// What program and machine have in the key.
  private let origin: String

  /// Older files are removed.
  private static let patienceInSeconds = 86_400.0
  /// Of more files than this the oldest are removed.
  private static let limit = 500
  /// A longer file is none of these.
  private static let sizeLimitInBytes = 64 << 20

  /// - Parameters:
  ///   - folder: holds nothing else.
  ///   - program: the file of this program, whose bytes are in the key.
  /// - Throws: ``FileError`` where the program cannot be read.
  package init(in folder: String, program: String) throws(FileError) {
    self.folder = folder
    let machine = MachineFacts.current()
    origin = [
      Checksum.identity(of: try FileReader.read(program)), machine.hostName,
      machine.kernelRelease, machine.processorModel, "\(machine.coreCount)",
    ].joined(separator: "\n")
  }

  /// Removes what is too old or too much, and what killed processes left.
  package func prune() {
    AtomicFile.removeAbandoned(in: folder)
    let files = names.map { name in
      let path = "\(folder)/\(name)"
      let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      return (path: path, age: abs((date ?? .distantPast).timeIntervalSinceNow))
    }.sorted { $0.age < $1.age }
    for (position, file) in files.enumerated()
    where position >= Self.limit || file.age > Self.patienceInSeconds {
      try? Folder.remove(file.path)
    }
  }

  /// How many cells of a plan are kept.
  package func count(of plan: Plan) -> Int {
    let key = key(of: plan)
    return names.count { $0.hasPrefix(key) && record("\(folder)/\($0)") != nil }
  }

  /// Removes those of a plan, and the folder where it is empty then.
  package func forget(_ plan: Plan) {
    let key = key(of: plan)
    for name in names where name.hasPrefix(key) { try? Folder.remove("\(folder)/\(name)") }
    Folder.removeEmpty(folder)
  }

  /// The names of files that this type gives.
  private var names: [String] {
    Folder.names(in: folder).filter { $0.wholeMatch(of: /[0-9a-f]{8}-[0-9]+-[0-9]+\.json/) != nil }
  }

  private func key(of plan: Plan) -> String {
    let suite = plan.suite
    let participants = plan.participants.map { participant in
      let options = participant.options.values.sorted { $0.key < $1.key }
      return "\(participant.id) \(participant.isStarted) \(options)"
    }
    let parts =
      [
        origin, suite.name, "\(suite.seed) \(suite.fork)", "\(suite.outcomes)", suite.reference,
        "\(suite.effort)", "\(plan.ledger)",
      ] + participants + suite.cells.map { "\($0.id) \($0.leavesOut.sorted())" }
    return Checksum.identity(of: parts.joined(separator: "\n").utf8)
  }
}

extension KeptCells {
  private func path(of plan: Plan, _ index: Int) -> String {
    "\(folder)/\(key(of: plan))-\(index).json"
  }

  /// A cell that was finished before; nil where it was not, or with other rows or keystrokes.
  func cell(_ index: Int, of plan: Plan, as loaded: LoadedCell) -> CellRecord? {
    guard let record = record(path(of: plan, index)), var cell = record.cells.first,
      loaded.isMeasured(by: cell)
    else { return nil }
    cell.earlier = EarlierStart(record.context)
    return cell
  }

  /// The record of one cell in a file; nil where there is none.
  private func record(_ path: String) -> RunRecord? {
    guard (try? FileKind(at: path)) == .regular,
      let bytes = try? FileReader.read(path, maximumSizeInBytes: Self.sizeLimitInBytes),
      let record = try? RunRecord(decoding: bytes), record.cells.count == 1
    else { return nil }
    return record
  }

  /// Keeps a finished cell; one that cannot be written is measured again, no worse.
  func keep(_ cell: CellRecord, _ index: Int, of plan: Plan, in context: RunContext) {
    let isOwn = plan.participants.allSatisfy { !$0.isStarted || plan.suite.cells[index].omits($0) }
    guard isOwn else { return }
    let record = RunRecord(.measure, context: context, suite: plan.suite.record, cells: [cell])
    guard let bytes = try? record.encoded() else { return }
    try? Folder.create(folder)
    try? AtomicFile.write(bytes, to: path(of: plan, index))
  }
}
