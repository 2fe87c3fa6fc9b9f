import Foundation
package import MatchmarkConformance
import Synchronization

/// Finds as they were seen: stored before they are made small, for a matcher that corrupts memory
/// may take the process along meanwhile.
package final class EarlyFinds: Sendable {
  private let store: @Sendable (Disagreement, Int) -> String?
  private let paths = Mutex<[String]>([])

  /// A find with larger rows is only named by its case; its file would be too long to be read.
  private static let mostBytes = 8 << 20

  /// - Parameter store: stores the find of a case; the path of its file, nil where it cannot.
  package init(store: @escaping @Sendable (_ find: Disagreement, _ number: Int) -> String?) {
    self.store = store
  }

  /// Stores a find.
  package func note(_ find: Disagreement, _ number: Int) {
    let size = find.situation.rows.reduce(0) { sum, cells in
      cells.reduce(sum + 8) { $0 + $1.utf8.count + 8 }
    }
    guard size <= Self.mostBytes, let path = store(find, number) else { return }
    paths.withLock { $0.append(path) }
  }

  /// Removes them, for the small one is there.
  package func remove(except kept: String) {
    for path in paths.withLock(\.self) where path != kept {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
