import MatchmarkRecord

/// A piece of a page or a picture as a value, which a section builds and a writer writes.
///
/// The names of elements and attributes are literals of this program. Data can only become text or
/// the value of an attribute, and the writer sanitises both (``XMLSanitiser``). Nothing in a record
/// can therefore become markup.
indirect enum Markup {
  case element(StaticString, [Attribute], Markup)
  case text(String)
  case group([Markup])

  /// An attribute: a name from this program with a value that may be data; omitted if the value is
  /// nil.
  struct Attribute {
    let name: StaticString
    let value: String?

    init(_ name: StaticString, _ value: String?) {
      self.name = name
      self.value = value
    }
  }
}

extension Markup.Attribute {
  static func id(_ value: String) -> Self { Self("id", value) }
  /// Returns an attribute with classes of the style sheet.
  static func kind(_ value: String?) -> Self { Self("class", value) }
  static func count(_ name: StaticString, _ value: Int?) -> Self {
    Self(name, value.map { String($0) })
  }
  /// Returns a Boolean of XML Schema.
  static func flag(_ name: StaticString, _ value: Bool?) -> Self {
    Self(name, value.map { String($0) })
  }
  /// Returns a number in fixed-point notation: without exponent or NaN, whatever the locale.
  static func number(_ name: StaticString, _ value: Double?) -> Self {
    Self(name, value.map { $0.isFinite ? QuantityFormat.fixed($0, digits: 6) : "0" })
  }
}

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

func tag(
  _ name: StaticString, _ attributes: Markup.Attribute...,
  @MarkupBuilder content: () -> Markup = { .group([]) }
) -> Markup {
  tag(name, attributes, content: content)
}

func tag(
  _ name: StaticString, _ attributes: [Markup.Attribute],
  @MarkupBuilder content: () -> Markup = { .group([]) }
) -> Markup {
  .element(name, attributes, content())
}

extension XMLWriter {
  /// Writes markup; a page is both valid HTML and well-formed XML.
  ///
  /// Browsers read a page as HTML, and every XML tool can check and query it. Therefore only void
  /// elements of HTML are written as `<br/>`, and a style sheet contains none of the characters
  /// that libxml2 escapes, including quotation marks.
  ///
  /// No text is longer than 1 MiB, because readers reject values of 10 MB; a cut text says so.
  func write(_ markup: Markup) throws(ReportError) {
    switch markup {
    case .text(let text):
      try self.text(
        mayBeLong(text) ? JUnitText.block(clean(text), limit: Self.textSizeInBytes) : text)
    case .group(let parts):
      for part in parts { try write(part) }
    case .element(let name, let attributes, let content):
      let isPage = prolog == .html
      if isPage, HTMLElements.blocks.contains(name.description) { try text("\n") }
      try start(name, attributes)
      try write(content)
      try end(isExpanded: isPage && !HTMLElements.voids.contains(name.description))
    }
  }

  func start(_ name: StaticString, _ attributes: [Markup.Attribute]) throws(ReportError) {
    try start(name)
    for attribute in attributes {
      guard let value = attribute.value else { continue }
      let isLong = mayBeLong(value) && clean(value).utf8.count > Self.textSizeInBytes
      try self.attribute(
        attribute.name,
        isLong ? JUnitText.line(value, limit: Self.textSizeInBytes, fallback: "") : value)
    }
  }

  /// Returns true if a text may exceed the limit once it is clean, which can multiply its bytes by
  /// six.
  private func mayBeLong(_ text: String) -> Bool { text.utf8.count > Self.textSizeInBytes / 6 }

  static let textSizeInBytes = 1 << 20
}

private enum HTMLElements {
  /// The elements that have no end tag in HTML, and SVG elements that never have content.
  static let voids: Set<String> = ["br", "col", "hr", "line", "meta", "rect"]

  /// The elements that start on a new line, for people who read the source.
  static let blocks: Set<String> = [
    "article", "body", "details", "div", "dl", "figure", "footer", "g", "h1", "h2", "h3", "head",
    "header", "main", "meta", "nav", "p", "section", "style", "svg", "table", "tbody", "thead",
    "title", "tr", "ul",
  ]
}
