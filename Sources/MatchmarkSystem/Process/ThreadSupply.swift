import CProcess

/// The threads that the system lets this process start.
///
/// A thread pool waits forever for a thread that the system refuses, so code that needs a pool
/// checks first.
package enum ThreadSupply {
  /// Returns the system's reason for refusing `count` more threads at once; nil if they can run.
  package static func refusal(of count: Int) -> String? {
    let code = cprocess_try_threads(Int32(clamping: count))
    return code == 0 ? nil : FileError.reason(of: code)
  }
}
