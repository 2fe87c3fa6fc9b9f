import CProcess
import Synchronization

/// A temporary file or folder that goes with the process, should a signal end it.
///
/// The signal's handler removes what is remembered here, folders only where they are empty.
package final class TemporaryPath: Sendable {
  /// Where the path is remembered, as a number, since a pointer cannot be shared.
  private let place: Int

  /// Remembers `path`, before anything lies there.
  package init(_ path: String) {
    place = Signals.heldBack {
      // The path's bytes live for the call, which copies them.
      unsafe Int(bitPattern: cprocess_remember_temporary(path))
    }
  }

  deinit {
    let place = place
    // The place is this value's own, and no handler runs meanwhile.
    Signals.heldBack { unsafe cprocess_forget_temporary(OpaquePointer(bitPattern: place)) }
  }
}

/// Temporary files that are remembered together.
package final class TemporaryPaths: Sendable {
  private let paths = Mutex<[TemporaryPath]>([])

  package init() {}

  package func add(_ path: String) {
    let path = TemporaryPath(path)
    paths.withLock { $0.append(path) }
  }
}
