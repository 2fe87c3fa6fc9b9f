import CProcess
import Synchronization

/// A temporary file or folder that is removed if a signal ends the process.
///
/// The signal handler removes what is registered here, folders only if they are empty.
package final class TemporaryPath: Sendable {
  /// Where the path is registered, as a number, because a pointer cannot be shared.
  private let place: Int

  /// Registers `path`, before anything is there.
  package init(_ path: String) {
    place = Signals.heldBack {
      // The path's bytes live for the call, which copies them.
      unsafe Int(bitPattern: cprocess_remember_temporary(path))
    }
  }

  deinit {
    let place = place
    // The place belongs to this value, and no handler runs meanwhile.
    Signals.heldBack { unsafe cprocess_forget_temporary(OpaquePointer(bitPattern: place)) }
  }
}

/// Temporary files that are registered together.
package final class TemporaryPaths: Sendable {
  private let paths = Mutex<[TemporaryPath]>([])

  package init() {}

  package func add(_ path: String) {
    let path = TemporaryPath(path)
    paths.withLock { $0.append(path) }
  }
}
