import MatchmarkCommand
import MatchmarkCore
import MatchmarkMatchers
import MatchmarkTestSupport

/// The whole command with matchers beside the built-in ones that are wrong, slow or of no help.
@main
enum Program {
  static func main() {
    let right = MatcherEntry(LinearScanMatcher.self)
    let misbehaving = Misdeed.allCases.map { MatcherEntry($0, around: right) }
    Matchmark.main(adding: misbehaving + FaultyMatchers.entries)
  }
}
