import Foundation
import MatchmarkTestSupport

/// Rows with accents, and a profile that ignores them.
enum Dishes {
  static let rows = "title\nCrème brûlée\nCreme caramel\nÉclair\nTarte Tatin\n"
  /// The options that choose them.
  static let options = ["--corpus", "dishes.csv", "--profile", "dishes.yaml"]

  /// Writes the profile, and other rows if these are given.
  static func write(_ rows: String = rows, to folder: borrowing TemporaryFolder) throws {
    try Data(rows.utf8).write(to: URL(filePath: folder.file("dishes.csv")))
    try Data("name: dishes\ntext: {title: contains}\nfolding: cd\n".utf8)
      .write(to: URL(filePath: folder.file("dishes.yaml")))
  }
}
