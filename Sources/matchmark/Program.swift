import MatchmarkCommand

@main
enum Program {
  static func main() { Matchmark.main() }
}
