import MatchmarkMatchers

@main
enum SearchInApp {
  static func main() throws {
    let titles = ["Ginger", "Gladiolus", "Orchid", "Red Rose", "White Rosé", "Tulip"]
    var search = try TitleIndex(titles).makeSearch()
    for text in ["r", "ro", "ros", "rose", "rose w"] {
      print("\(text): \(try search.rows(for: text).map { titles[$0] }.joined(separator: ", "))")
    }
  }
}
