import MatchmarkCommand
import MatchmarkCore

/// The whole command, with a closure over strings timed next to the built-in matchers.
@main
enum OwnCommand {
  static func main() {
    Matchmark.main(adding: [
      MatcherEntry(
        id: "fold-always", summary: "folds every title for every keystroke", matches: .contains
      ) { titles in
        { text in
          let needle = Folding.caseInsensitive.fold(text)
          return titles.indices.filter { row in
            let title = Folding.caseInsensitive.fold(titles[row])
            return title.indices.contains { title[$0...].starts(with: needle) }
          }
        }
      }
    ])
  }
}
