import MatchmarkCommand
import OwnMatcher

/// The whole command, with a matcher type of one's own timed next to the built-in matchers.
@main
enum OwnTypeCommand {
  static func main() { Matchmark.main(adding: [FirstByteMatcher.self]) }
}
