import MatchmarkCommand
import MatchmarkCore

/// An engine: `TemplateSwift engine serve --matcher template-swift`.
@main
enum TemplateSwift {
  static func main() { Matchmark.main(adding: [entry]) }

  /// Declines what the search does not do, such as several terms; it declares mode and folding.
  static var entry: MatcherEntry {
    MatcherEntry(
      descriptor: search.descriptor,
      support: { profile in
        let isServed = profile.terms == .phrase && profile.trim == .none
        return isServed ? search.support(profile) : .unsupported(reason: "not like 'titles'")
      }, build: search.build)
  }

  /// Put your own index where the titles are folded, and your own search where they are read.
  static let search = MatcherEntry(
    id: "template-swift", summary: "reads all titles", matches: .contains,
    folding: .caseInsensitive
  ) { titles in
    let folded = titles.map { Folding.caseInsensitive.fold($0) }
    return { text in
      let needle = Folding.caseInsensitive.fold(text)
      return folded.indices.filter { row in folded[row].contains(needle) }
    }
  }
}
