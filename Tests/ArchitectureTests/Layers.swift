/// The layers: what each target may import.
///
/// Package.swift declares the same rules.
enum Layers {
  /// A target, and the targets and external modules that it may import.
  static let table: [String: Set<String>] = [
    "CLibXML2": [],
    "CCases": [],
    "CProcess": [],
    "CScan": [],
    "CSerialTasks": [],
    "LibC": [],
    "MatchmarkCore": [],
    "MatchmarkJSON": ["MatchmarkCore"],
    "MatchmarkSystem": ["CProcess", "LibC"],
    "MatchmarkSession": ["MatchmarkCore", "MatchmarkJSON"],
    "MatchmarkRecord": ["MatchmarkCore", "MatchmarkJSON", "MatchmarkSystem"],
    "MatchmarkConformance": ["CCases", "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession"],
    "MatchmarkTesting": [
      "CSerialTasks", "MatchmarkCore", "MatchmarkConformance", "MatchmarkSession",
    ],
    "MatchmarkDatasets": [
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkSystem", "Yams",
    ],
    "MatchmarkMatchers": ["CScan", "MatchmarkCore"],
    "MatchmarkIncumbents": ["MatchmarkCore", "GRDB"],
    "MatchmarkEngines": [
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkRecord", "MatchmarkSystem",
    ],
    "MatchmarkReports": [
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkRecord", "MatchmarkSystem",
      "CLibXML2",
    ],
    "MatchmarkHarness": [
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSession", "MatchmarkDatasets",
      "MatchmarkConformance",
      "MatchmarkRecord", "MatchmarkEngines", "MatchmarkSystem",
    ],
    "MatchmarkCommand": [
      "MatchmarkCore", "MatchmarkJSON", "MatchmarkSystem", "MatchmarkSession",
      "MatchmarkRecord",
      "MatchmarkConformance", "MatchmarkDatasets", "MatchmarkMatchers", "MatchmarkIncumbents",
      "MatchmarkEngines", "MatchmarkReports", "MatchmarkHarness", "ArgumentParser",
    ],
    "matchmark": ["MatchmarkCommand"],
  ]

  /// Modules that only some folders may import, in spite of the table.
  static let folders: [String: [String]] = [
    "Foundation": foundation,
    "FoundationEssentials": foundation + ["MatchmarkRecord"],
    "CLibXML2": ["MatchmarkReports/XML"],
    "GRDB": ["MatchmarkIncumbents/SQLite"],
    "Testing": ["MatchmarkTesting"],
    "Synchronization": [
      "MatchmarkSystem/Process", "MatchmarkHarness/Participants", "MatchmarkHarness/Hunt",
      "MatchmarkHarness/Verify", "MatchmarkCommand/Terminal", "MatchmarkTesting",
    ],
    "Dispatch": ["MatchmarkTesting"],
    "Glibc": libc,
    "Musl": libc,
    "Darwin": libc,
  ]

  private static let foundation = [
    "MatchmarkIncumbents", "MatchmarkHarness", "MatchmarkReports", "MatchmarkCommand",
  ]

  private static let libc = ["LibC"]

  /// Returns true if a file may import a module.
  static func allow(_ module: String, in path: String) -> Bool {
    if let folders = folders[module] {
      return folders.contains { path.hasPrefix("Sources/\($0)/") }
    }
    let target = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    return table[target]?.contains(module) ?? false
  }

  /// The modules that a file imports, with their lines.
  static func imports(in file: SourceFile) -> [(line: Int, module: String)] {
    let statement = /\s*(?:@?\w+ )*import (?:(?:struct|class|enum|protocol|func|var|let) )?(\w+).*/
    return file.lines.enumerated().compactMap { line, text in
      guard text.contains("import ") else { return nil }
      return text.wholeMatch(of: statement).map { (line, String($0.1)) }
    }
  }

  /// Returns true if this file may contain unsafe code.
  static func allowUnsafe(in path: String) -> Bool {
    path.hasPrefix("Sources/MatchmarkReports/XML/")
      || path.hasPrefix("Sources/MatchmarkSystem/")
      || path == "Sources/MatchmarkEngines/Window/Barrier.swift"
      || path.contains(
        /^Sources\/Matchmark(?:Core|Matchers)\/(?:.*\/)?(?:\w+\+)?Kernel[^\/]*\.swift$/)
  }

  /// Returns true if a line of code is marked `unsafe`, as all unsafe code must be.
  static func isUnsafe(_ code: some StringProtocol) -> Bool {
    code.contains("unsafe") && String(code).contains(/\bunsafe\b(?!-)/)
  }

  /// The rows that a manifest declares, by target.
  static func declared(in manifest: String) -> [String: Set<String>] {
    let products = ["argumentParser": "ArgumentParser", "yams": "Yams", "grdb": "GRDB"]
    var rows: [String: Set<String>] = [:]
    for match in manifest.matches(of: /room\(\s*"(\w+)"([^)]*)\)/) {
      rows[String(match.1)] = Set(
        match.2.matches(of: /"?(\w+)"?/).map { products[String($0.1)] ?? String($0.1) })
    }
    for match in manifest.matches(of: /name: "matchmark", dependencies: \[([^\]]*)\]/) {
      rows["matchmark"] = Set(match.1.matches(of: /\w+/).map { String($0.0) })
    }
    for match in manifest.matches(of: /(?:systemLibrary|\.target)\(\s*name: "(C\w+)"(?!, path)/) {
      rows[String(match.1)] = []
    }
    return rows
  }
}
