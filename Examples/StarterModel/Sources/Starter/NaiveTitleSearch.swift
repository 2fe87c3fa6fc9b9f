/// A view model with the mistake that search fields make most often: it asks at every key, and
/// shows whatever answer comes last.
@MainActor public final class NaiveTitleSearch {
  /// The text of the field.
  public private(set) var text = ""
  /// True if an answer is awaited.
  public private(set) var isSearching = false
  /// The titles in the list.
  public private(set) var titles: [String] = []

  private let search: @Sendable (String) async throws -> [String]

  /// Creates a model.
  public init(search: @escaping @Sendable (String) async throws -> [String]) {
    self.search = search
  }

  /// Takes the text of the field after each change.
  public func change(to newText: String) {
    text = newText
    isSearching = true
    Task {
      titles = (try? await search(newText)) ?? []
      isSearching = false
    }
  }
}
