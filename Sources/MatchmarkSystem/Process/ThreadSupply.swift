import CProcess

/// The threads that the system lets this process start.
///
/// A pool of threads waits without end for one that the system refuses, so what needs some asks
/// first.
package enum ThreadSupply {
  /// Why so many more threads cannot run at once, in the system's words; nil if they can.
  package static func refusal(of count: Int) -> String? {
    let code = cprocess_try_threads(Int32(clamping: count))
    return code == 0 ? nil : FileError.reason(of: code)
  }
}
