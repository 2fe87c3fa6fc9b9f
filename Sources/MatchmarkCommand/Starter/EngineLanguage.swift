import ArgumentParser
import MatchmarkSystem

/// A language in which `init` can write an engine.
enum EngineLanguage: String, ExpressibleByArgument, CaseIterable {
  case javascript, rust, go, python, c

  /// The folder of the engine in Benchmarks/Engines, and its name.
  var template: String { "template-\(rawValue)" }

  private var name: String {
    switch self {
    case .javascript: "JavaScript"
    case .rust: "Rust"
    case .go: "Go"
    case .python: "Python"
    case .c: "C"
    }
  }

  /// The files of the engine, the search first.
  var sources: [String] {
    switch self {
    case .javascript: ["search.mjs", "engine.mjs"]
    case .rust: ["engine.rs", "protocol.rs"]
    case .go: ["engine.go", "protocol.go"]
    case .python: ["search.py", "engine.py"]
    case .c: ["engine.c", "protocol.h"]
    }
  }

  /// The file with a search that ranks; nil if there is none in the language.
  var rankedSource: String? {
    switch self {
    case .javascript: "ranked.mjs"
    case .python: "ranked.py"
    case .rust, .go, .c: nil
    }
  }

  /// The program that runs or builds the engine.
  private var need: String {
    switch self {
    case .javascript: "Node 20.15"
    case .rust: "Rust"
    case .go: "Go"
    case .python: "Python 3.9"
    case .c: "a C compiler"
    }
  }

  /// The words that start the engine.
  private var command: [String] {
    switch self {
    case .javascript: ["node", "engine.mjs"]
    case .python: ["python3", "engine.py"]
    case .rust, .go, .c: ["./engine"]
    }
  }

  /// The texts that the engine declines, and the reason; nil if it answers every search.
  private var limit: String? {
    switch self {
    case .javascript, .python: nil
    case .rust, .go, .c: "text beyond Latin-1, because the standard library has no normal forms"
    }
  }

  /// The shell command that builds the engine; nil if an interpreter runs it.
  var build: String? {
    switch self {
    case .javascript, .python: nil
    case .rust: "rustc --edition 2021 -O engine.rs"
    case .go: "go build -o engine *.go"
    case .c: "cc -std=c11 -O2 -o engine engine.c"
    }
  }
}

extension EngineLanguage {
  /// Returns a file of the example, which is about an engine in Python, for this language.
  func adapted(_ text: String) -> String {
    let (verify, listed) = ("matchmark verify -- ", "MATCHMARK_ENGINES: engines.yaml\n")
    let first = "```text\nmatchmark run "
    var edits = [
      (
        "[python3, engine.py]",
        "[\(command.joined(separator: ", "))]" + (build.map { "\n    install: \($0)" } ?? "")
      ),
      ("\(verify)python3 engine.py", verify + ShellWord.line(command)),
      ("`search.py`", "`\(sources[0])`"),
    ]
    if let build {
      edits += [
        (first, "```text\n\(build)\n" + first.dropFirst("```text\n".count)),
        (listed, "\(listed)      MATCHMARK_BUILD: \(build)\n"),
        (".matchmark/\n", ".matchmark/\n/engine\n"),
      ]
    }
    if let limit {
      edits.append(("which needs Python 3.9", "which needs \(need), and declines \(limit)"))
    }
    edits += [("in Python", "in \(name)"), ("Python 3.9", need)]
    return edits.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
