import MatchmarkCommand
import Starter

/// The whole command of matchmark, with one more matcher.
@main
enum StarterCommand {
  static func main() { Matchmark.main(adding: [Starter.self]) }
}
