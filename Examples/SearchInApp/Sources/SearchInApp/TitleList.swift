import MatchmarkMatchers
import Observation

/// A list of titles and a search field above it: the model of both screens in this folder.
///
/// A keystroke is answered before the setter of `text` returns, which takes a small part of a frame.
@MainActor @Observable
final class TitleList {
  /// The text in the search field.
  var text = "" {
    didSet { if text != oldValue { update() } }
  }
  /// The titles that match the text, in the order of the list; all of them if it is empty.
  private(set) var matches: [Match] = []

  private let titles: [String]
  @ObservationIgnored private var search: TitleSearch

  struct Match: Identifiable {
    /// The position in the list, since two titles may be equal.
    let id: Int
    let title: String
  }

  /// - Throws: an error if a title or the whole list exceeds a limit.
  init(_ titles: [String]) throws {
    self.titles = titles
    search = try TitleIndex(titles).makeSearch()
    update()
  }

  private func update() {
    // A text beyond the limits of a query matches nothing.
    let rows = (try? search.rows(for: text)) ?? []
    matches = rows.map { Match(id: $0, title: titles[$0]) }
  }
}
