import Foundation
import MatchmarkConformance

/// The clauses of the contract, for `list`.
enum ClauseList {
  /// Id and sentence; what is not in force says so.
  static func entries() throws(CommandError) -> [(String, String)] {
    try suite().clauses.map { clause in
      (clause.id, clause.text + (clause.status == .inForce ? "" : " (\(clause.statusText))"))
    }
  }

  /// The ids of all clauses; no case is read for them, since every run asks.
  static func ids() throws(CommandError) -> [String] {
    do { return try ConformanceSuite.load(beside: []).clauses.map(\.id) } catch {
      throw .input(error.description)
    }
  }

  /// The page of the documentation.
  ///
  /// - Throws: ``CommandError/input(_:)`` outside a checkout of the project: tests are on the page.
  static func page() throws(CommandError) -> String {
    var page = ClausePage(try suite())
    guard let folder = ProjectFolder.file("Tests"),
      let paths = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
    else { throw .input("cannot find the project's tests, which are part of the page") }
    for path in paths.sorted() where ClausePage.lists(path) {
      guard let text = try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8) else {
        throw .input("cannot read \(folder)/\(path)")
      }
      let name = (path as NSString).lastPathComponent.replacing(".swift", with: "")
      page.addTest(name, text: text)
    }
    return page.markdown()
  }

  private static func suite() throws(CommandError) -> ConformanceSuite {
    do { return try ConformanceSuite.embedded() } catch { throw .input(error.description) }
  }
}
