import Foundation
import MatchmarkEngines
import MatchmarkReports

/// The catalog of engines as YAML: how each one is started, asked for its version, and installed.
///
/// ```yaml
/// engines:
///   - id: sqlite-fts5
///     summary: SQLite's full-text index of trigrams
///     command: ["{python}", "{engines}/sqlite-fts5/engine.py"]
///     version: ["{python}", "{engines}/sqlite-fts5/engine.py", "--version"]
///     install: ./scripts/bootstrap --engines
/// ```
///
/// `{engines}` is the folder Benchmarks/Engines, `{python}` the interpreter of the engines' virtual
/// environment or else `python3`, `{matchmark}` this program.
package struct EngineFile {
  static let path = "Benchmarks/engines.yaml"

  let entries: [EngineEntry]

  private static let keys = ["id", "summary", "command", "version", "install"]

  /// The catalog that ships; empty if the project has none.
  static func shipped() throws(CommandError) -> EngineFile {
    guard let path = ProjectFolder.file(path), FileManager.default.fileExists(atPath: path)
    else { return EngineFile(entries: []) }
    return try EngineFile(try YAMLFile(path: path))
  }

  package init(_ file: YAMLFile) throws(CommandError) {
    let engines = try file.root.mapping(["engines"]).required("engines", "a list of engines")
    entries = try engines.distinct("engine", by: \EngineEntry.id) { value throws(CommandError) in
      try Self.entry(value).filled(with: Self.placeholders)
    }
  }

  private init(entries: [EngineEntry]) { self.entries = entries }

  private static func entry(_ value: YAMLValue) throws(CommandError) -> EngineEntry {
    let values = try value.mapping(keys)
    let id = try values.required("id").parsed("a name such as sqlite-fts5") {
      $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil ? $0 : nil
    }
    return EngineEntry(
      id: id, summary: try values.required("summary").text(),
      command: try words(values.required("command")),
      versionCommand: try words(values.required("version")),
      install: try values.required("install").text())
  }

  private static func words(_ value: YAMLValue) throws(CommandError) -> [String] {
    let words = try value.texts()
    guard words.first?.isEmpty == false else {
      throw value.error("got no program, expected a list of a program and its arguments")
    }
    return words
  }

  private static var placeholders: [String: String] {
    let own = ProjectFolder.file(".engines/venv/bin/python3")
    let python = own.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    return [
      "engines": ProjectFolder.file("Benchmarks/Engines") ?? "Benchmarks/Engines",
      "python": python ?? "python3",
      "matchmark": Invocation.programPath,
    ]
  }
}

/// The known engines, and which of them are installed on this machine.
enum EngineList {
  /// Prints each engine, as soon as it has reported its version.
  ///
  /// - Returns: all with their states, and whether the state of each is known.
  static func show(
    _ entries: [EngineEntry], style: TextStyle
  ) -> (names: [ListedName], isKnown: Bool) {
    print(style.strong("engines"))
    if entries.isEmpty { print("  none: there is no file \(EngineFile.path)") }
    let width = entries.map(\.id.count).max() ?? 0
    var isKnown = true
    let names = entries.map { entry in
      let padding = String(repeating: " ", count: width - entry.id.count)
      let lead = "  \(entry.id)\(padding)  "
      let indent = String(repeating: " ", count: lead.count)
      let state: [String]
      switch entry.installation() {
      case .installed(let version): state = ["installed, \(version)"]
      case .missing(let reason): state = ["missing; install it with: \(entry.install)", reason]
      case .unknown(let reason):
        state = ["cannot tell whether it is installed", reason]
        isKnown = false
      }
      print("\(lead)\(state[0])")
      for line in state.dropFirst() + [entry.summary] { print("\(indent)\(line)") }
      return ListedName(name: entry.id, summary: state.joined(separator: "; "))
    }
    return (names, isKnown)
  }
}
