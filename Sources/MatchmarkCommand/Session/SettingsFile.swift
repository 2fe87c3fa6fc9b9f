import Foundation
import MatchmarkCore
package import MatchmarkSession
import MatchmarkSystem

/// A JSON file with what an app chooses about its search field.
package enum SettingsFile {
  /// The settings of a file.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func read(_ path: String) throws(CommandError) -> SessionSettings {
    try decode(try InputFile.settings.read(path), file: path)
  }

  /// The settings that bytes hold; what they do not say has its default.
  ///
  /// - Throws: ``CommandError/input(_:)`` for what is no settings, a key that no settings have
  ///   among it: a mistyped one would choose nothing.
  package static func decode(
    _ bytes: [UInt8], file path: String
  ) throws(CommandError) -> SessionSettings {
    do {
      if let offset = SourceText.firstInvalidByte(in: bytes) {
        throw CommandError.input("\(path): got a byte sequence that is not UTF-8 at byte \(offset)")
      }
      if let offence = JSONBounds.offence(in: bytes) {
        throw CommandError.input("\(path): \(offence.message), at byte \(offence.offset)")
      }
      let data = Data(bytes)
      try checkKeys(of: try JSONDecoder().decode(JSONValue.self, from: data), path)
      return try JSONDecoder().decode(SessionSettings.self, from: data)
    } catch let error as DecodingError {
      throw .input("\(path): \(DecodingReason.of(error))")
    } catch let error as CommandError {
      throw error
    } catch {
      throw .input("\(error)")
    }
  }

  private static func checkKeys(of json: JSONValue, _ path: String) throws(CommandError) {
    guard case .object(let values) = json else {
      throw .input("\(path): got no object, expected an object of settings")
    }
    try check(values, known: SessionSettings.CodingKeys.allCases.map(\.rawValue), path)
    let inner = [
      "conversions": ["trigger", "facet", "value"], "tokens": ["facet", "value", "title", "icon"],
    ]
    for (name, known) in inner.sorted(by: { $0.key < $1.key }) {
      guard case .array(let items)? = values[name] else { continue }
      for case (let index, .object(let values)) in items.enumerated() {
        try check(values, known: known, "\(path): \(name)[\(index)]")
      }
    }
  }

  private static func check(
    _ values: [String: JSONValue], known: [String], _ place: String
  ) throws(CommandError) {
    guard let unknown = values.keys.sorted().first(where: { !known.contains($0) }) else { return }
    let nearest = NearestName.of(unknown, among: known).map { "; did you mean '\($0)'?" } ?? ""
    let names = known.joined(separator: ", ")
    throw .input("\(place): got setting '\(unknown)', expected one of \(names)\(nearest)")
  }
}
