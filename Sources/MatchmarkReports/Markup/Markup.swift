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
  static func style(_ value: String) -> Self { Self("style", value) }
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
