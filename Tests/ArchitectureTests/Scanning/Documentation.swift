/// Finds declarations without documentation, and links that lead nowhere.
enum Documentation {
  /// The lines, from 0, of public declarations without a `///` comment right above.
  ///
  /// Attributes may come between the comment and the declaration.
  static func undocumentedLines(in file: SourceFile) -> [Int] {
    file.code.indices.filter { line in
      isPublicDeclaration(file.code[line]) && !isDocumented(line, in: file)
    }
  }

  /// The targets of a Markdown text's links inside the project: paths, and `doc:` names of DocC.
  ///
  /// Fenced code, other sites and places in the same document are left out.
  static func links(in markdown: String) -> [String] {
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
  static func target(of link: String, in path: String) -> String {
    let name = link.hasPrefix("doc:") ? String(link.dropFirst(4)) + ".md" : link
    var parts = path.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  /// Whether a line declares something public, or an open class or member.
  ///
  /// `open` is an ordinary name if none of these follows.
  private static func isPublicDeclaration(_ code: String) -> Bool {
    let words = Token.tokens(of: [code]).map(\.text)
    if words.contains("import") { return false }
    let openKinds = ["class", "func", "var", "subscript", "override"]
    return words.contains("public")
      || zip(words, words.dropFirst()).contains { $0 == "open" && openKinds.contains($1) }
  }

  private static func isDocumented(_ line: Int, in file: SourceFile) -> Bool {
    var above = line - 1
    while above >= 0 {
      let text = file.lines[above].drop(while: \.isWhitespace)
      if text.hasPrefix("///") { return true }
      if !text.hasPrefix("@") { return false }
      above -= 1
    }
    return false
  }
}
