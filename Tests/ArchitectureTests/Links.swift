/// The links of Markdown documents inside the project.
enum Links {
  /// The targets of a Markdown text's links inside the project: paths, and `doc:` names of DocC.
  ///
  /// Fenced code, other sites and places in the same document are left out.
  static func targets(in markdown: String) -> [String] {
    var found: [String] = []
    var isFenced = false
    for line in markdown.split(separator: "\n") {
      if line.drop(while: \.isWhitespace).hasPrefix("```") { isFenced.toggle() }
      if isFenced { continue }
      found += line.matches(of: /\]\(([^)\s]+)[^)]*\)/).map { String($0.1) }
      found += line.matches(of: /<(doc:[\w\/-]+)>/).map { String($0.1) }
    }
    return found.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") && !$0.hasPrefix("#") }
      .map { $0.split(separator: "#").first.map(String.init) ?? $0 }
  }

  /// The path, relative to the root, that a link in a file leads to.
  static func path(of target: String, in path: String) -> String {
    let name = target.hasPrefix("doc:") ? String(target.dropFirst(4)) + ".md" : target
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
