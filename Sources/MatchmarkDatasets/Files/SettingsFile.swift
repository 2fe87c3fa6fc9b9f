import MatchmarkCore
import MatchmarkJSON
package import MatchmarkSession

/// A JSON file with an app's choices about its search field.
package enum SettingsFile {
  package static func read(_ path: String) throws(InputError) -> SessionSettings {
    try decode(try InputFile.settings.read(path), file: path)
  }

  /// The settings in some bytes; what they omit has its default.
  ///
  /// - Throws: ``InputError/input(_:)`` for anything but settings, including an unknown key,
  ///   because a mistyped key would have no effect.
  package static func decode(
    _ bytes: [UInt8], file path: String
  ) throws(InputError) -> SessionSettings {
    let tree: JSONValue
    do { tree = try JSONValue(text: bytes) } catch {
      let position = SourcePosition(file: path, bytes: bytes, offset: error.offset)
      throw .input("\(position): \(error.message)")
    }
    return try InputError.wrap("\(path): ") { try SessionSettings(SessionField(tree, of: ())) }
  }
}
