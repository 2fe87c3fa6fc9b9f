import FoundationEssentials
import MatchmarkCore

/// The restorable state as JSON; missing keys have their defaults, and unknown keys are ignored.
struct SessionArchive: Codable {
  static let currentVersion = 1

  var version: Int?
  var title: String?
  var text: String?
  var tokens: [FieldToken]?
  /// The first selected position and the position after the last.
  var selection: [Int]?
  var scope: Int?
  var isActive: Bool?
  var isFirstResponder: Bool?
  var isEnabled: Bool?
  var hasTyped: Bool?
  /// The assigned parts, by name.
  var shows: [String: Bool]?
  var suggestions: [Suggestion]?

  /// The selected positions, if they are a range.
  var selectedRange: Range<Int>? {
    guard let selection, selection.count == 2, 0 <= selection[0], selection[0] <= selection[1]
    else { return nil }
    return selection[0]..<selection[1]
  }

  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension SessionArchive {
  /// Reads a saved state.
  ///
  /// - Throws: ``SessionError`` if it is not a state, is of a later version, or is over a limit.
  init(reading state: String) throws(SessionError) {
    if let offence = JSONBounds.offence(in: Array(state.utf8)) {
      throw .unreadableState(offence.message)
    }
    do { self = try JSONDecoder().decode(SessionArchive.self, from: Data(state.utf8)) } catch {
      throw .unreadableState(DecodingReason.of(error))
    }
    if let version, version > Self.currentVersion {
      throw .unreadableState("got version \(version), expected \(Self.currentVersion) at most")
    }
    let sizeInBytes = text?.utf8.count ?? 0
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    let count = tokens?.count ?? 0
    guard count <= SearchLimits.tokenCount else { throw .tooManyTokens(count) }
  }
}
