import CProcess
import LibC
import Synchronization

/// The handling of signals by the process, set once before any other thread is started.
package enum Signals {
  /// Makes SIGHUP, SIGINT and SIGTERM end the process with a line and the status 129, 130 or 143,
  /// and turns write signals and failed allocations into errors.
  ///
  /// Files appear only by rename (``AtomicFile``). Temporary files (``TemporaryPath``) are on a
  /// list, and so are the groups of child processes (``ChildGroups``). The handler therefore only
  /// makes calls that are safe in a handler: kill(2), unlink(2), rmdir(2), write(2) and _exit(2).
  package static func installInterruptHandlers() {
    ignoreWriteSignals()
    ChildGroups.prepare()
    signal(SIGINT) { ChildGroups.endAll(by: $0) }
    signal(SIGTERM) { ChildGroups.endAll(by: $0) }
    // Under nohup, SIGHUP is ignored, and must remain so.
    if cprocess_ignores(SIGHUP) == 0 { signal(SIGHUP) { ChildGroups.endAll(by: $0) } }
    unblockInterrupts()
    // Swift ends the process if an allocation fails; this makes it an error instead of a crash.
    cprocess_catch_refused_memory {
      cprocess_end_screen()
      ChildGroups.killAll()
      cprocess_remove_temporaries()
    }
  }

  /// Runs code that must not be interrupted: a signal in the meantime ends the process afterwards.
  package static func heldBack<Result: ~Copyable, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    ChildGroups.beginHolding()
    defer { ChildGroups.endHolding() }
    return try body()
  }

  /// Unblocks the signals, because a parent may have started the process from a thread that blocks
  /// them, and children inherit that.
  private static func unblockInterrupts() {
    var signals = sigset_t()
    // The pointers to `signals` live only for the calls, which fail only for invalid signals.
    _ = unsafe sigemptyset(&signals)
    _ = unsafe sigaddset(&signals, SIGINT)
    _ = unsafe sigaddset(&signals, SIGTERM)
    _ = unsafe sigaddset(&signals, SIGHUP)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Turns a closed pipe and an exceeded file-size limit into errors of the write (EPIPE, EFBIG)
  /// instead of signals.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Runs inside the handler: no allocation, no lock, no call of the Swift runtime.
  static func leave(after signal: Int32) -> Never {
    cprocess_end_screen()
    cprocess_remove_temporaries()
    let line: StaticString = "\nmatchmark: interrupted; no file is half-written\n"
    // The literal's bytes live as long as the process.
    _ = unsafe write(2, line.utf8Start, line.utf8CodeUnitCount)
    _exit(128 + signal)
  }
}

/// A temporary file that is removed with this value, or if a signal ends the process.
///
/// The signal handler also removes folders that are registered here, if they are empty.
package final class TemporaryPath: Sendable {
  let path: String
  /// The place where the path is registered, as a number, because a pointer cannot be shared
  /// between threads.
  private let place: Int

  /// Registers `path`, before a file is created there.
  package init(_ path: String) {
    self.path = path
    place = Signals.heldBack {
      // The bytes of the path live only for the call, which copies them.
      unsafe Int(bitPattern: cprocess_remember_temporary(path))
    }
  }

  deinit {
    // The bytes of the path live only for the call. A file that was renamed no longer has its
    // random name, a folder is refused, and there is no one to whom another failure could be
    // reported.
    _ = unsafe unlink(path)
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

/// The message that is printed if a thread crashes the process, as a matcher by another author may.
package enum CrashNote {
  /// Sets the message that this thread prints on standard error if it crashes.
  ///
  /// It has an effect after ``Signals/installInterruptHandlers()``, and is cut at 1 023 bytes.
  ///
  /// - Parameters:
  ///   - who: the part that does the work, such as `a matcher`.
  ///   - place: the place, such as `in case 12`.
  ///   - command: the command that reproduces the crash, if there is one.
  ///   - advice: the advice to follow if the command does not reproduce it, or without one.
  package static func set(
    _ who: String, _ place: String, again command: String? = nil, advice: String? = nil
  ) {
    let way = (command.map { "  again: \($0)\n" } ?? "") + (advice.map { "  \($0)\n" } ?? "")
    // The bytes of the text live only for the call, which copies them.
    unsafe cprocess_set_last_words("matchmark: \(who) crashed \(place)\n\(way)")
  }

  package static func clear() { cprocess_set_last_words(nil) }
}
