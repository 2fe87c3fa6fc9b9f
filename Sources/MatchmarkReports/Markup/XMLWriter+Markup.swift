extension XMLWriter {
  /// Writes markup as the language that is both HTML and XML.
  ///
  /// Browsers read it as HTML, and every XML tool can check and query it. Two differences of the
  /// two languages are kept to: only void elements of HTML may be written as `<br/>`, and a style
  /// sheet has none of the characters that libxml2 escapes, quotation marks among them.
  func page(_ markup: Markup) throws(ReportError) {
    switch markup {
    case .text(let text):
      try self.text(text)
    case .group(let parts):
      for part in parts { try page(part) }
    case .element(let name, let attributes, let content):
      let text = name.description
      if HTMLElements.blocks.contains(text) { try self.text("\n") }
      try start(name)
      for attribute in attributes { try self.attribute(attribute.name, attribute.value) }
      for part in content { try page(part) }
      try end(isExpanded: !HTMLElements.voids.contains(text))
    }
  }

  /// Writes markup as XML.
  ///
  /// No text is longer than 1 MiB, for readers refuse values of 10 MB; what is cut says so.
  func tree(_ markup: Markup) throws(ReportError) {
    switch markup {
    case .text(let text):
      try self.text(JUnitText.block(text, limit: Self.textSizeInBytes))
    case .group(let parts):
      for part in parts { try tree(part) }
    case .element(let name, let attributes, let content):
      try start(name)
      for attribute in attributes {
        try self.attribute(attribute.name, Self.capped(attribute.value))
      }
      for part in content { try tree(part) }
      try end()
    }
  }
}

extension XMLWriter {
  static let textSizeInBytes = 1 << 20

  private static func capped(_ value: String) -> String {
    guard value.utf8.count > textSizeInBytes else { return value }
    return JUnitText.line(value, limit: textSizeInBytes, fallback: "")
  }
}

private enum HTMLElements {
  /// Elements that HTML knows no end tag for, and those of SVG that never have content.
  static let voids: Set<String> = ["br", "col", "hr", "line", "meta", "rect"]

  /// Elements that begin a line, for people who read the source.
  static let blocks: Set<String> = [
    "article", "body", "details", "div", "dl", "figure", "footer", "g", "h1", "h2", "h3", "head",
    "header", "main", "meta", "nav", "p", "section", "style", "svg", "table", "tbody", "thead",
    "title", "tr", "ul",
  ]
}
