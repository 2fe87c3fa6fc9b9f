/// Writes markup through the XML layer, in the form that is both HTML and XML.
///
/// Browsers read it as HTML, and every XML tool can check and query it. Two differences of the two
/// languages are kept to: only void elements of HTML may be written as `<br/>`, and a style sheet
/// has none of the characters that XML would escape.
struct MarkupWriter: ~Copyable {
  private var xml: XMLWriter

  /// A writer of one page.
  init(_ xml: consuming XMLWriter) { self.xml = xml }

  /// Writes a page and gives its bytes, where it went into memory.
  consuming func finish(_ page: Markup) throws(ReportError) -> [UInt8] {
    try write(page)
    return try xml.finish()
  }

  private mutating func write(_ markup: Markup) throws(ReportError) {
    switch markup {
    case .text(let text):
      try xml.text(text)
    case .group(let parts):
      for part in parts { try write(part) }
    case .element(let name, let attributes, let content):
      let text = name.description
      if Self.blocks.contains(text) { try xml.newLine(depth: 0) }
      try xml.start(name)
      for attribute in attributes { try xml.attribute(attribute.name, attribute.value) }
      for part in content { try write(part) }
      try xml.end(isExpanded: !Self.voids.contains(text))
    }
  }

  /// Elements that HTML knows no end tag for, and those of SVG that never have content.
  private static let voids: Set<String> = ["br", "col", "hr", "line", "meta", "rect"]

  /// Elements that begin a line, for people who read the source.
  private static let blocks: Set<String> = [
    "article", "body", "details", "div", "dl", "figure", "footer", "g", "h1", "h2", "h3", "head",
    "header", "main", "meta", "nav", "p", "section", "style", "svg", "table", "tbody", "thead",
    "title", "tr", "ul",
  ]
}
