import MatchmarkCommand
import MatchmarkTestSupport

@main
enum Main {
  static func main() { Matchmark.main(adding: FaultyMatchers.entries) }
}
