import Foundation
package import Testing

/// A program or a file that some tests need on the machine but the project does not; without it, a
/// test is skipped and names it.
package enum Need: String, Sendable {
  case bzip2, cc, chromium, fzf, fzy, go, jsonschema, junitparser, nm, node, python3, rapidfuzz
  case rustc, valgrind
  case markdownIt = "markdown-it-py"
  case unicodeData = "unicode-data"

  /// The comment on a skipped test; `./scripts/bootstrap --tests` installs all but the compilers
  /// and Node.
  package var isMissing: String { "\(rawValue) is not installed" }

  package var isMet: Bool {
    switch self {
    case .bzip2, .cc, .go, .nm, .rustc, .valgrind: Self.finds(rawValue)
    case .node: Self.hasNode
    case .chromium: Self.chromiumPath != nil
    case .fzf: Self.fzfPath != nil
    case .fzy: (try? Child.run(["fzy", "--version"]))?.output.hasPrefix("fzy 1.0 ") == true
    case .jsonschema: Python.with("jsonschema") != nil
    case .junitparser: Python.with("junitparser") != nil
    case .markdownIt: Python.with("markdown_it") != nil
    case .python3: Python.with("xml.etree.ElementTree") != nil
    case .rapidfuzz: Python.with("rapidfuzz") != nil
    case .unicodeData: Self.hasUnicodeData
    }
  }

  /// The path of a headless Chromium, if one is installed.
  package static let chromiumPath: String? = [
    ProcessInfo.processInfo.environment["CHROMIUM"], "chromium", "chromium-browser",
    "google-chrome",
  ].compactMap(\.self).first(where: finds)

  /// The path of fzf 0.74, which `./scripts/bootstrap --tests` installs.
  package static let fzfPath: String? = [WorkingCopy.path(".engines/tests/bin/fzf"), "fzf"]
    .first { path in
      (try? Child.run([path, "--version"]))?.output.hasPrefix("0.74") == true
    }

  /// The folder of Debian's package `unicode-data`.
  package static let unicodeDataFolder = "/usr/share/unicode/"

  /// Older ones lack `crc32`, which an engine in JavaScript uses.
  private static let hasNode =
    (try? Child.run(["node", "-e", "require('node:zlib').crc32('')"]))?.code == 0

  private static let hasUnicodeData: Bool = {
    let readMe = try? String(contentsOfFile: unicodeDataFolder + "ReadMe.txt", encoding: .utf8)
    return readMe?.contains("15.0.0") ?? false
  }()

  private static func finds(_ program: String) -> Bool {
    (try? Child.run(["which", program]))?.code == 0
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test or a suite only if the machine meets the need.
  package static func needs(_ need: Need) -> Self {
    .enabled(if: need.isMet, "\(need.isMissing)")
  }
}
