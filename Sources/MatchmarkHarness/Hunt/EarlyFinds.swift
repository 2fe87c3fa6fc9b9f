package import MatchmarkConformance
import MatchmarkSystem
import Synchronization

/// Finds as they were seen: stored before they are shrunk, because a subject that corrupts memory
/// may crash the process meanwhile.
package final class EarlyFinds<C: Contract>: Sendable {
  private let store: @Sendable (Find<C>, Int) -> String?
  private let paths = Mutex<[String]>([])

  /// A larger find is only named by its case; its file would be too long to read.
  private static var mostBytes: Int { 8 << 20 }

  /// - Parameter store: stores the find of a case and returns the path of its file, nil on failure.
  package init(store: @escaping @Sendable (_ find: Find<C>, _ number: Int) -> String?) {
    self.store = store
  }

  package func note(_ find: Find<C>, _ number: Int) {
    guard case .breach(_, let testCase, _) = find, testCase.sizeInBytes <= Self.mostBytes,
      let path = store(find, number)
    else { return }
    paths.withLock { $0.append(path) }
  }

  /// Removes them, because the small one is stored.
  package func remove(except kept: String) {
    for path in paths.withLock(\.self) where path != kept {
      // The small find is stored; a large one too many does no harm.
      _ = try? OwnFile.remove(path)
    }
  }
}
