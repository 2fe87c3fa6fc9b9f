import Foundation
import MatchmarkSystem

/// One trial of a study, as its file keeps it.
package protocol StudyTrial: Sendable, Codable {}

extension StudyTrial {
  /// The trials of a file with one JSON object per line; empty if there is no file.
  static func all(in path: String) throws -> [Self] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileReader.read(path).split(separator: UInt8(ascii: "\n")).enumerated().map {
      do { return try JSONDecoder().decode(Self.self, from: Data($1)) } catch {
        throw DevelopmentError("\(path):\($0 + 1): not a trial: \(error)")
      }
    }
  }

  /// Appends the trial, so that a study that is stopped keeps all earlier ones.
  func add(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Folder.create(Folder.containing(path))
    let before = FileManager.default.fileExists(atPath: path) ? try FileReader.read(path) : []
    try AtomicFile.write(
      before + Array(try encoder.encode(self)) + [0x0A], to: path, replacing: .file)
  }
}
