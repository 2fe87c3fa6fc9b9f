public import MatchmarkCore

/// A token as the search field shows it: what it filters by, and how it looks.
///
/// The platform's own tokens do not expose their text and icon, so this type carries both as data.
public struct FieldToken: Sendable, Hashable, Codable {
  /// The facet that the token filters by.
  public let facet: String
  /// The value that a row must have; a value that no row can have constrains nothing.
  public let value: String
  /// The token's title; nil shows its value.
  public let title: String?
  /// The name of its icon.
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

  /// The query token that this token stands for.
  public var searchToken: SearchToken { SearchToken(facet: facet, value: value) }

  /// The text shown in the field.
  public var shownTitle: String { title ?? value }
}
