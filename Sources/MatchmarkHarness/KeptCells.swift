import Foundation
import MatchmarkCore
import MatchmarkRecord
package import MatchmarkSystem

/// Finished cells of interrupted runs, until the same command resumes them.
///
/// Each is a record of one cell, with the time and the load at which it was measured. A file's name
/// begins with a key of everything that decides what a cell would say: program, machine, suite,
/// effort, seeds, participants, and the fork. The rows and keystrokes are compared when a cell is
/// resumed. Cells with an external engine are not kept, because there is no way to tell whether its
/// program is still the same.
package struct KeptCells: Sendable {
  /// The private folder; it is created when the first cell is kept.
  package let folder: String
  private let replacement: Replacement
  /// The part of the key that identifies the program and the machine.
  private let origin: String

  /// Older files are removed.
  private static let patienceInSeconds = 86_400.0
  /// The oldest files beyond this number are removed.
  private static let limit = 500
  /// A longer file is not a kept cell.
  private static let sizeLimitInBytes = 64 << 20

  /// - Parameters:
  ///   - folder: contains nothing else.
  ///   - program: the file of this program, whose bytes are part of the key.
  /// - Throws: ``FileError`` if the program cannot be read.
  package init(
    in folder: String, program: String, replacing replacement: Replacement
  ) throws(FileError) {
    (self.folder, self.replacement) = (folder, replacement)
    origin = [
      Checksum.identity(of: try FileReader.read(program)), MachineFacts.hostName,
      MachineFacts.kernelRelease, MachineFacts.processorModel, "\(MachineFacts.coreCount)",
    ].joined(separator: "\n")
  }

  /// Removes files that are too old or too many, and leftovers of killed processes.
  package func prune() {
    AtomicFile.removeAbandoned(in: folder)
    let files = names.map { name in
      let path = "\(folder)/\(name)"
      let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      return (path: path, age: abs((date ?? .distantPast).timeIntervalSinceNow))
    }.sorted { $0.age < $1.age }
    for (position, file) in files.enumerated()
    where position >= Self.limit || file.age > Self.patienceInSeconds {
      _ = try? OwnFile.remove(file.path)
    }
  }

  package func count(of plan: Plan) -> Int {
    let key = key(of: plan)
    return names.count { $0.hasPrefix(key) && record("\(folder)/\($0)") != nil }
  }

  /// Removes the cells of a plan, and the folder if it is then empty.
  package func forget(_ plan: Plan) {
    let key = key(of: plan)
    for name in names where name.hasPrefix(key) { _ = try? OwnFile.remove("\(folder)/\(name)") }
    Folder.removeEmpty(folder)
  }

  /// The names of files in this type's format.
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
        origin, suite.name, "\(suite.seed) \(suite.fork)", "\(suite.deliveries)", suite.reference,
        "\(suite.effort)", "\(plan.ledger)",
      ] + participants + suite.cells.map { "\($0.id) \($0.leavesOut.sorted())" }
    return Checksum.identity(of: parts.joined(separator: "\n").utf8)
  }

  private func path(of plan: Plan, _ index: Int) -> String {
    "\(folder)/\(key(of: plan))-\(index).json"
  }

  /// A cell that was finished before; nil if it was not, or if its rows or keystrokes differ.
  func cell(_ index: Int, of plan: Plan, as loaded: LoadedCell) -> CellRecord? {
    guard let record = record(path(of: plan, index)), var cell = record.cells.first,
      loaded.isMeasured(by: cell)
    else { return nil }
    cell.earlier = EarlierStart(record.context)
    return cell
  }

  /// The record of one cell in a file; nil if there is none.
  private func record(_ path: String) -> RunRecord? {
    guard (try? FileKind(at: path)) == .regular,
      let bytes = try? FileReader.read(path, maximumSizeInBytes: Self.sizeLimitInBytes),
      let record = try? RunRecord(decoding: bytes), record.cells.count == 1
    else { return nil }
    return record
  }

  /// Keeps a finished cell; if it cannot be written, it is just measured again.
  func keep(_ cell: CellRecord, _ index: Int, of plan: Plan, in context: RunContext) {
    let isOwn = plan.participants.allSatisfy { !$0.isStarted || plan.suite.cells[index].omits($0) }
    guard isOwn else { return }
    let record = RunRecord(.run, context: context, suite: plan.suite.record, cells: [cell])
    guard let bytes = try? record.encoded() else { return }
    try? Folder.create(folder)
    try? AtomicFile.write(bytes, to: path(of: plan, index), replacing: replacement)
  }
}
