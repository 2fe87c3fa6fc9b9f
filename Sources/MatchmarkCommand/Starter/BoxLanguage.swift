import ArgumentParser

/// A language in which `init` can write a search box.
enum BoxLanguage: String, ExpressibleByArgument, CaseIterable {
  case javascript, python, swift

  /// The folder of the box in Benchmarks/Boxes, and its name.
  var template: String { "template-\(rawValue)" }

  /// The files of the box, the one to replace first.
  var sources: [String] {
    switch self {
    case .javascript: ["box.mjs", "engine.mjs", "page.mjs"]
    case .python: ["box.py", "engine.py"]
    // A view model is held to the contract by the tests of its own package.
    case .swift: []
    }
  }

  /// Returns a file of the example, which is about a box in JavaScript, for this language.
  func adapted(_ text: String) -> String {
    guard self == .python else { return text }
    let edits = [
      ("[node, engine.mjs]", "[python3, engine.py]"), ("node engine.mjs", "python3 engine.py"),
      ("`box.mjs`", "`box.py`"), ("`engine.mjs`", "`engine.py`"), ("Node 18", "Python 3.9"),
      ("`rules`", "`RULES`"), ("JavaScript", "Python"),
    ]
    // Only a box in JavaScript may be a page.
    let page = text.firstRange(of: "\nFor code that works on a page")
    let own = page.map { String(text[..<$0.lowerBound]) } ?? text
    return edits.reduce(own) { $0.replacing($1.0, with: $1.1) }
  }
}
