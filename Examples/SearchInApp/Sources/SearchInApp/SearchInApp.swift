@main
enum SearchInApp {
  @MainActor static func main() throws {
    let list = try TitleList(["Ginger", "Gladiolus", "Orchid", "Red Rose", "White Rosé", "Tulip"])
    for text in ["r", "ro", "ros", "rose", "rose w"] {
      list.text = text
      print("\(text): \(list.matches.map(\.title).joined(separator: ", "))")
    }
  }
}
