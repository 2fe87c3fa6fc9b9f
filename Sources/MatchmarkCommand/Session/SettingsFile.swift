import Foundation
import MatchmarkCore
package import MatchmarkSession

/// A JSON file with an app's choices about its search field.
package enum SettingsFile {
  static func read(_ path: String) throws(CommandError) -> SessionSettings {
    try decode(try InputFile.settings.read(path), file: path)
  }

  /// The settings in some bytes; what they omit has its default.
  ///
  /// - Throws: ``CommandError/input(_:)`` for anything but settings, including an unknown key,
  ///   because a mistyped key would have no effect.
  package static func decode(
    _ bytes: [UInt8], file path: String
  ) throws(CommandError) -> SessionSettings {
    if let offset = SourceText.firstInvalidByte(in: bytes) {
      throw .input("\(path): got a byte sequence that is not UTF-8 at byte \(offset)")
    }
    if let offence = JSONBounds.offence(in: bytes) {
      throw .input("\(path): \(offence.message), at byte \(offence.offset)")
    }
    func decoded<Value: Decodable>(_ type: Value.Type) throws(CommandError) -> Value {
      do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch {
        throw .input("\(path): \(DecodingReason.of(error))")
      }
    }
    try checkKeys(of: decoded(JSONValue.self), path)
    return try decoded(SessionSettings.self)
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
    throw .input(
      "\(place): got setting '\(unknown)', expected one of \(known.joined(separator: ", "))"
        + NearestName.hint(unknown, among: known))
  }
}
