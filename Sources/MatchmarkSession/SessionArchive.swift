import FoundationEssentials
import MatchmarkCore

/// The restorable state as JSON; a missing key has its default, and later keys are ignored.
struct SessionArchive: Codable {
  static let currentVersion = 1

  var version: Int?
  var text: String?
  var tokens: [SearchToken]?
  var scope: Int?
  var isActive: Bool?
  var isFirstResponder: Bool?
}

extension SearchSession {
  /// Saves text, tokens, scope and activity into ``savedState``.
  mutating func save() -> SessionStep {
    let archive = SessionArchive(
      version: SessionArchive.currentVersion, text: text, tokens: tokens, scope: scopeIndex,
      isActive: isActive, isFirstResponder: isFirstResponder)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    savedState = (try? encoder.encode(archive)).map { String(decoding: $0, as: UTF8.self) }
    return SessionStep()
  }

  /// Restores text, tokens and scope at once; activity waits until the view appears.
  mutating func restore(_ state: String?) throws(SessionError) -> SessionStep {
    guard let state = state ?? savedState else { return SessionStep(.nothingSaved) }
    let archive: SessionArchive
    do { archive = try JSONDecoder().decode(SessionArchive.self, from: Data(state.utf8)) } catch {
      throw .unreadableState("\(error)")
    }
    if let version = archive.version, version > SessionArchive.currentVersion {
      throw .unreadableState("got version \(version), expected \(SessionArchive.currentVersion)")
    }
    try check(archive)
    text = archive.text ?? ""
    tokens = archive.tokens ?? []
    scopeIndex = archive.scope.flatMap { scopeTitles.indices.contains($0) ? $0 : nil } ?? 0
    isActive = false
    isFirstResponder = false
    waitsForAppearance =
      archive.isActive == true
      ? Activity(isFirstResponder: archive.isFirstResponder ?? false) : nil
    return SessionStep()
  }

  private func check(_ archive: SessionArchive) throws(SessionError) {
    let sizeInBytes = archive.text?.utf8.count ?? 0
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    let count = archive.tokens?.count ?? 0
    guard count <= SearchLimits.tokenCount else { throw .tooManyTokens(count) }
  }
}
