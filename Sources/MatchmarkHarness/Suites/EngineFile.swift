import Foundation
package import MatchmarkDatasets
package import MatchmarkEngines

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
/// Only `id` and `command` are required. `app: true` marks the code that an app would contain:
/// where its answers differ from the specification, it has no rank, and the run does not fail.
///
/// `{engines}` is the folder Benchmarks/Engines, `{python}` the interpreter of the engines' virtual
/// environment or else `python3`, `{matchmark}` this program.
package struct EngineFile {
  package static let path = "Benchmarks/engines.yaml"

  package let entries: [EngineEntry]

  private static let keys = ["id", "summary", "command", "version", "install", "app"]

  /// The catalog that ships; empty if the project has none.
  package static func shipped(in context: ProjectContext) throws(InputError) -> EngineFile {
    guard let path = context.folder.file(path), FileManager.default.fileExists(atPath: path)
    else { return EngineFile(entries: []) }
    return try EngineFile(try YAMLFile(path: path), in: context)
  }

  package init(_ file: YAMLFile, in context: ProjectContext) throws(InputError) {
    let placeholders = Self.placeholders(context)
    let engines = try file.root.mapping(["engines"]).required("engines", "a list of engines")
    entries = try engines.distinct("engine", by: \EngineEntry.id) { value throws(InputError) in
      try Self.entry(value).filled(with: placeholders)
    }
  }

  private init(entries: [EngineEntry]) { self.entries = entries }

  private static func entry(_ value: YAMLValue) throws(InputError) -> EngineEntry {
    let values = try value.mapping(keys)
    let id = try values.required("id").parsed("a name such as sqlite-fts5") {
      $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil ? $0 : nil
    }
    var entry = EngineEntry(
      id: id, summary: try values["summary"]?.text() ?? "",
      command: try words(values.required("command", "the program and its arguments")),
      versionCommand: try values["version"].map(words) ?? [],
      install: try values["install"]?.text() ?? "")
    entry.isAppCode =
      try values["app"]?.parsed("true or false") { ["true": true, "false": false][$0] } ?? false
    return entry
  }

  private static func words(_ value: YAMLValue) throws(InputError) -> [String] {
    let words = try value.texts()
    guard words.first?.isEmpty == false else {
      throw value.error("got no program, expected a list of a program and its arguments")
    }
    return words
  }

  private static func placeholders(_ context: ProjectContext) -> [String: String] {
    let own = context.folder.file(".engines/venv/bin/python3")
    let python = own.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    return [
      "engines": context.folder.file("Benchmarks/Engines") ?? "Benchmarks/Engines",
      "python": python ?? "python3",
      "matchmark": context.program,
    ]
  }
}
