import Foundation

/// The data files of Unicode 15.0, where Debian's package `unicode-data` is installed.
enum UnicodeDataFiles {
  private static let folder = "/usr/share/unicode/"

  static var areInstalled: Bool {
    lines("ReadMe.txt").contains { $0.contains("15.0.0") }
  }

  static var canReadNormalizationTest: Bool {
    areInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/bzip2")
  }

  /// The fields of each line, without comments and blank lines.
  static func fields(_ name: String) -> [[String]] {
    lines(name).compactMap(fields(ofLine:))
  }

  /// The rows of NormalizationTest.txt: five texts each.
  static func normalizationTest() throws -> [[String]] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/bzip2")
    process.arguments = ["-dc", folder + "NormalizationTest.txt.bz2"]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
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
