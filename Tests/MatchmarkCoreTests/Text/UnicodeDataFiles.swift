import Foundation
import MatchmarkTestSupport

/// The data files of Unicode 15.0, if Debian's package `unicode-data` is installed.
enum UnicodeDataFiles {
  private static let folder = Need.unicodeDataFolder

  /// The output of `Fixtures/unicode/make-tables --check`.
  static func checkGeneratedTables() throws -> ProgramOutcome {
    try Child.run(["python3", generator, "--check"])
  }

  private static let generator = WorkingCopy.path("Fixtures/unicode/make-tables")

  /// The fields of each line, without comments and blank lines.
  static func fields(_ name: String) -> [[String]] {
    lines(name).compactMap(fields(ofLine:))
  }

  /// The rows of NormalizationTest.txt: five texts each.
  static func normalizationTest() throws -> [[String]] {
    let outcome = try Child.run(["bzip2", "-dc", folder + "NormalizationTest.txt.bz2"])
    return outcome.lines
      .compactMap(fields(ofLine:))
      .filter { $0.count >= 5 }
      .map { $0.prefix(5).map(text(ofCodes:)) }
  }

  /// The text that a field such as `0041 0301` names.
  static func text(ofCodes codes: String) -> String {
    var view = String.UnicodeScalarView()
    view.append(
      contentsOf: codes.split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      })
    return String(view)
  }

  private static func lines(_ name: String) -> [Substring] {
    guard let data = FileManager.default.contents(atPath: folder + name) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  private static func fields(ofLine line: Substring) -> [String]? {
    guard let content = line.split(separator: "#", omittingEmptySubsequences: false).first,
      !content.allSatisfy(\.isWhitespace), !content.hasPrefix("@")
    else { return nil }
    return content.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
