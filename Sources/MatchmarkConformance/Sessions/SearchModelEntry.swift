public import MatchmarkCore
public import MatchmarkSession

/// A model of a search field, as the conformance cases know it: a name, and how to make one.
public struct SearchModelEntry: Sendable {
  /// The id in reports.
  public let id: String
  /// Makes an inactive search field over a corpus.
  public let make: @Sendable (FoldedCorpus, SessionSettings) -> any SearchModel

  /// Creates an entry.
  public init(
    id: String, make: @escaping @Sendable (FoldedCorpus, SessionSettings) -> any SearchModel
  ) {
    self.id = id
    self.make = make
  }

  /// ``SearchSession``.
  public static let session = SearchModelEntry(id: "session") { corpus, settings in
    SearchSession(for: corpus, settings: settings)
  }
}
