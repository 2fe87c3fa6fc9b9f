import MatchmarkSession
import MatchmarkTesting
import Starter
import Testing

@Test("keeps its answers apart", arguments: SearchBoxTest.all(of: TitleBox.entry))
func keepsApart(_ test: SearchBoxTest) async throws { try await test.check() }

@Test("the naive model shows an older answer after a newer one")
func naive() async throws {
  let test = try #require(SearchBoxTest.all(of: NaiveTitleBox.entry).first { $0.id == "A1" })
  guard case .failed(let timeline) = await test.result() else {
    Issue.record("it was not noticed")
    return
  }
  #expect(timeline.contains("breaks A1"), "\(timeline)")
}

/// The view model as a box: what it hears, and what it shows.
final class TitleBox: SearchBoxModel {
  nonisolated static let entry = SearchBoxModelEntry(
    id: "titles",
    rules: BoxRules(
      features: [.cancel, .cancellation, .failure, .loading, .noMatch, .staleMarks],
      debounceInMilliseconds: 150)
  ) { context, _ in
    TitleBox(TitleSearch(clock: context.clock) { try await context.search($0) })
  }

  private let model: TitleSearch

  init(_ model: TitleSearch) { self.model = model }

  func handle(_ event: BoxEvent) {
    if event == .cancel { model.cancel() } else { model.change(to: event.edited(model.text)) }
  }

  var display: BoxDisplay {
    let state: BoxDisplay.State =
      switch model.phase {
      case .idle: .browse
      case .searching: .loading
      case .found: .results
      case .nothing: .noMatch
      case .failed: .failed
      }
    // The view dims titles that answer another text.
    let isStale = !model.titles.isEmpty && model.answeredText != model.text
    return BoxDisplay(BoxQuery(model.text), state, rows: model.titles, isStale: isStale)
  }
}

final class NaiveTitleBox: SearchBoxModel {
  nonisolated static let entry = SearchBoxModelEntry(
    id: "naive", rules: BoxRules(features: [.loading])
  ) { context, _ in
    NaiveTitleBox(NaiveTitleSearch { try await context.search($0) })
  }

  private let model: NaiveTitleSearch

  init(_ model: NaiveTitleSearch) { self.model = model }

  func handle(_ event: BoxEvent) { model.change(to: event.edited(model.text)) }

  var display: BoxDisplay {
    BoxDisplay(BoxQuery(model.text), model.isSearching ? .loading : .results, rows: model.titles)
  }
}
