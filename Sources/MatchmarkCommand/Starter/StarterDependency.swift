import Foundation
import MatchmarkDatasets
import MatchmarkRecord
import MatchmarkSystem

/// The way in which a new package gets matchmark.
struct StarterDependency {
  let declaration: String
  /// The checkout; nil if it is a repository.
  let path: String?

  /// - Parameter place: a checkout or an address; nil means the checkout of the project.
  init(_ place: String?, in project: ProjectFolder) throws(InputError) {
    if let place, place.contains("://") || place.hasPrefix("git@") {
      declaration = try Self.declaration(ofRepository: place) {
        .usage("got --matchmark '\(place)', expected \($0)")
      }
      path = nil
      return
    }
    if place == nil, let address = try project.address() {
      declaration = try Self.declaration(ofRepository: address) {
        .input("got the repository-code '\(address)' in CITATION.cff, expected \($0)")
      }
      path = nil
      return
    }
    guard let place = place ?? project.path.flatMap({ Self.isPackage($0) ? $0 : nil })
    else {
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
    self.path = path
  }

  /// Returns a file of an example, which depends on the checkout around it, with this dependency.
  func adapted(_ text: String) -> String {
    text.replacing(".package(name: \"matchmark\", path: \"../..\")", with: declaration)
  }

  /// Remarks about a dependency that works on this machine only.
  var notes: [String] {
    path.map { path in
      [
        "Package.swift takes matchmark from '\(path)'; for other machines, write the address of a "
          + "repository of matchmark there, or pass it as --matchmark"
      ]
    } ?? []
  }

  /// An archive is not a package.
  private static func isPackage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/Package.swift")
  }

  /// Accepts only what cannot end the literal; products name the package by the last part.
  ///
  /// - Parameter error: the error for another text, from what was expected.
  private static func declaration(
    ofRepository address: String, or error: (String) -> InputError
  ) throws(InputError) -> String {
    let form = /(https:\/\/|ssh:\/\/|file:\/\/|git@)[A-Za-z0-9._~:@%\/+-]*[\/:]matchmark(\.git)?/
    guard address.wholeMatch(of: form) != nil else {
      throw error(
        "an address that begins with https://, ssh://, file:// or git@, and ends with /matchmark "
          + "or /matchmark.git")
    }
    return ".package(url: \"\(address)\", branch: \"main\")"
  }
}
