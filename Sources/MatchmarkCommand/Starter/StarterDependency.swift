import Foundation

/// Where a new package takes matchmark from, as a line of its manifest.
struct StarterDependency {
  let declaration: String

  /// - Parameter place: a checkout or an address; nil takes the checkout of this program.
  /// - Throws: ``CommandError/usage(_:)``.
  init(_ place: String?) throws(CommandError) {
    if let place, place.contains("://") || place.hasPrefix("git@") {
      declaration = try Self.address(place)
      return
    }
    guard let place = place ?? ProjectFolder.path.flatMap({ Self.isPackage($0) ? $0 : nil }) else {
      throw .usage("got no --matchmark, expected a checkout, or the address of a repository")
    }
    let path = URL(fileURLWithPath: place).standardizedFileURL.path
    guard Self.isPackage(path) else {
      throw .usage(
        "got --matchmark '\(place)', expected a checkout with a Package.swift, or an address of one"
      )
    }
    guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw .usage("got --matchmark '\(place)', expected a path without control characters")
    }
    let literal = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    declaration = ".package(name: \"matchmark\", path: \"\(literal)\")"
  }

  /// An archive is none.
  private static func isPackage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/Package.swift")
  }

  /// Only what cannot end the literal; products name the package by the last part.
  private static func address(_ text: String) throws(CommandError) -> String {
    let form = /(https:\/\/|ssh:\/\/|file:\/\/|git@)[A-Za-z0-9._~:@%\/+-]*[\/:]matchmark(\.git)?/
    guard text.wholeMatch(of: form) != nil else {
      throw .usage(
        "got --matchmark '\(text)', expected an address that begins with https://, ssh://, "
          + "file:// or git@, and ends with /matchmark or /matchmark.git")
    }
    return ".package(url: \"\(text)\", branch: \"main\")"
  }
}
