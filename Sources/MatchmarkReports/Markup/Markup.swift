/// A piece of a page or a picture, as a value: what a section builds and a writer writes.
///
/// Names of elements and attributes are literals of this program; data can only become text or an
/// attribute's value, and both are made harmless when they are written (``XMLSanitiser``). So
/// nothing that stands in a record can become markup.
indirect enum Markup {
  case element(StaticString, [Attribute], [Markup])
  case text(String)
  case group([Markup])

  /// A name of this program with a value that may be data.
  struct Attribute {
    let name: StaticString
    let value: String

    init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension Markup.Attribute {
  static func id(_ value: String) -> Self { Self("id", value) }
  /// Classes of the style sheet.
  static func kind(_ value: String) -> Self { Self("class", value) }
}

/// Puts statements together as markup: elements, texts, conditions and loops.
@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ markup: Markup) -> Markup { markup }
  static func buildExpression(_ markups: [Markup]) -> Markup { .group(markups) }
  static func buildExpression(_ text: String) -> Markup { .text(text) }
  static func buildBlock(_ parts: Markup...) -> Markup { .group(parts) }
  static func buildArray(_ parts: [Markup]) -> Markup { .group(parts) }
  static func buildOptional(_ part: Markup?) -> Markup { part ?? .group([]) }
  static func buildEither(first part: Markup) -> Markup { part }
  static func buildEither(second part: Markup) -> Markup { part }
}

/// An element with its content.
func tag(
  _ name: StaticString, _ attributes: Markup.Attribute...,
  @MarkupBuilder content: () -> Markup = { .group([]) }
) -> Markup {
  .element(name, attributes, [content()])
}

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
