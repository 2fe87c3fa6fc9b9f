/// A view model with the mistake that search fields make most often: it asks at every key, and
/// shows whatever answer comes last.
@MainActor public final class NaiveTitleSearch {
  public private(set) var text = ""
  public private(set) var isSearching = false
  public private(set) var titles: [String] = []

  private let search: @Sendable (String) async throws -> [String]

  public init(search: @escaping @Sendable (String) async throws -> [String]) {
    self.search = search
  }

  public func change(to newText: String) {
    text = newText
    isSearching = true
    Task {
      titles = (try? await search(newText)) ?? []
      isSearching = false
    }
  }
}
