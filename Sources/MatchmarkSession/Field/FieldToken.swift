public import MatchmarkCore

/// A token as the search field shows it: what it filters by, and how it looks.
///
/// The platform's own tokens cannot be asked for their text and icon; these carry both as data.
public struct FieldToken: Sendable, Hashable, Codable {
  /// The facet that the token filters by.
  public let facet: String
  /// The value that a row must have; one that no row can have constrains nothing.
  public let value: String
  /// What the token says; nil says its value.
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

  /// A token that looks plain.
  public init(_ token: SearchToken) {
    self.init(facet: token.facet, value: token.value)
  }

  /// What the token stands for in a query.
  public var searchToken: SearchToken { SearchToken(facet: facet, value: value) }

  /// What a person reads in the field.
  public var shownTitle: String { title ?? value }
}
