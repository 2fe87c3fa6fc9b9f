/// The content of a list of search results.
public enum SearchPhase: Sendable {
  /// Nothing is searched for, an answer is awaited, titles were found, none was, or it failed.
  case idle, searching, found, nothing, failed
}

/// The view model of a search field over titles on a server: it waits for a pause in typing, asks,
/// and shows the answer to the text that stands in the field.
@MainActor public final class TitleSearch {
  /// The text of the field.
  public private(set) var text = ""
  /// The content of the list.
  public private(set) var phase = SearchPhase.idle
  /// The titles in the list.
  public private(set) var titles: [String] = []
  /// The text that the titles answer; nil if there are none.
  public private(set) var answeredText: String?

  private let search: @Sendable (String) async throws -> [String]
  private let clock: any Clock<Duration>
  private var task: Task<Void, Never>?

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - clock: the clock of the pause; a test brings its own.
  ///   - search: the search, which is cancelled when it is no longer wanted.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws -> [String]
  ) {
    self.clock = clock
    self.search = search
  }

  /// Takes the text of the field after each change.
  public func change(to newText: String) {
    text = newText
    task?.cancel()
    if text.isEmpty {
      (phase, titles, answeredText) = (.idle, [], nil)
    } else if text == answeredText {
      phase = titles.isEmpty ? .nothing : .found
    } else {
      phase = .searching
      task = Task { await answer(newText) }
    }
  }

  /// Ends the search.
  public func cancel() { change(to: "") }

  private func answer(_ asked: String) async {
    do {
      try await clock.sleep(for: .milliseconds(150))
      let found = try await search(asked)
      // The search may return titles even after it was cancelled; discard them.
      try Task.checkCancellation()
      (titles, answeredText) = (found, asked)
      phase = found.isEmpty ? .nothing : .found
    } catch {
      if !Task.isCancelled { phase = .failed }
    }
  }
}
