public import MatchmarkCore
public import MatchmarkJSON

/// A token of the search field: the value that it filters by, and its appearance.
///
/// The platform's own tokens do not expose their text and icon, so this type carries both as data.
public struct FieldToken: Sendable, Hashable {
  /// The facet that the token filters by.
  public let facet: String
  /// The value that a row must have; a value that no row can have constrains nothing.
  public let value: String
  /// The title of the token; if it is nil, the field shows the value.
  public let title: String?
  /// The name of the token's icon.
  public let icon: String?

  /// Creates a token.
  public init(facet: String, value: String, title: String? = nil, icon: String? = nil) {
    self.facet = facet
    self.value = value
    self.title = title
    self.icon = icon
  }

  /// Creates a token without a title or an icon.
  public init(_ token: SearchToken) {
    self.init(facet: token.facet, value: token.value)
  }

  /// The token of the query.
  public var searchToken: SearchToken { SearchToken(facet: facet, value: value) }

  /// The text that the field shows for the token.
  public var shownTitle: String { title ?? value }
}

extension FieldToken: JSONCoded {
  /// Reads a token; other keys are ignored.
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    _ = try field.keys()
    self.init(
      facet: try field["facet"].string(), value: try field["value"].string(),
      title: try field["title"].ifPresent?.string(), icon: try field["icon"].ifPresent?.string())
  }

  /// The token as JSON, as also written in trace files.
  package var json: JSONValue {
    [
      "facet": .string(facet), "value": .string(value), "title": title.map { .string($0) },
      "icon": icon.map { .string($0) },
    ]
  }
}

/// A suggestion that the app assigns: a title to choose, and data of the app.
///
/// In JSON, a suggestion with only a title is a string; any other suggestion is an object.
public struct Suggestion: Sendable, Hashable {
  /// The text that the user reads and chooses.
  public var title: String
  /// The text that assistive technology reads.
  public var description: String?
  /// The name of its icon.
  public var icon: String?
  /// The title with its attributes, in a form that only the app reads.
  public var attributed: JSONValue?
  /// The data that the app gets back when the suggestion is chosen; only the app reads it.
  public var represented: JSONValue?

  /// Creates a suggestion.
  public init(
    _ title: String, description: String? = nil, icon: String? = nil,
    attributed: JSONValue? = nil, represented: JSONValue? = nil
  ) {
    self.title = title
    self.description = description
    self.icon = icon
    self.attributed = attributed
    self.represented = represented
  }
}

extension Suggestion: JSONCoded {
  /// The optional keys, besides `title`.
  static let optionalKeys = ["description", "icon", "attributed", "represented"]

  /// Reads a title, or an object with a title; other keys are ignored.
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    switch field.value {
    case .string(let title)?: self.init(title)
    case .object?:
      let (attributed, represented) = (field["attributed"], field["represented"])
      self.init(
        try field["title"].string(), description: try field["description"].optionalString(),
        icon: try field["icon"].optionalString(),
        attributed: attributed.isNull ? nil : attributed.value,
        represented: represented.isNull ? nil : represented.value)
    default: throw field.wrong("a title, or an object with a title")
    }
  }

  /// Only the title if there is nothing else.
  package var json: JSONValue {
    if self == Suggestion(title) { return .string(title) }
    return [
      "attributed": attributed?.sorted(),
      "description": description.map { .string($0) }, "icon": icon.map { .string($0) },
      "represented": represented?.sorted(), "title": .string(title),
    ]
  }
}
