import Foundation
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSystem

/// The trials of a study: a file to which every run adds, one JSON object a line.
struct GateStudyFile {
  let path: String

  /// The trials so far; none where there is no file.
  ///
  /// - Throws: ``CommandError/input(_:)`` for a line that is no trial.
  func trials() throws(CommandError) -> [GateTrial] {
    guard (try? FileKind(at: path)) != .nothing else { return [] }
    let bytes = try InputFile.study.read(path)
    var trials: [GateTrial] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      if let offence = JSONNesting.offence(in: Array(line)) {
        throw .input("\(path):\(index + 1): not a trial: \(offence.message)")
      }
      do {
        trials.append(try JSONDecoder().decode(GateTrial.self, from: Data(line)))
      } catch {
        throw .input("\(path):\(index + 1): not a trial: \(DecodingReason.of(error))")
      }
    }
    return trials
  }

  /// Adds a trial, so that a run that is ended loses none of those before.
  func add(_ trial: GateTrial) throws(CommandError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try Folder.create(Folder.containing(path))
      var bytes: [UInt8] = []
      for trial in try trials() + [trial] {
        bytes += Array(try encoder.encode(trial)) + [0x0A]
      }
      try AtomicFile.write(bytes, to: path)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .input("cannot add to the study: \(error)")
    }
  }
}
