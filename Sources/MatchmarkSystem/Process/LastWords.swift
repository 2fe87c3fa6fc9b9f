import CProcess

/// What is printed if a thread crashes the process, as another author's matcher may.
package enum LastWords {
  /// Sets what this thread prints on standard error if it crashes; takes effect below
  /// ``Signals/installInterruptHandlers()``, and is cut at 1 023 bytes.
  ///
  /// - Parameters:
  ///   - who: the one that does the work, such as `a matcher`.
  ///   - place: where, such as `in case 12`.
  ///   - command: the command that reproduces the crash, if there is one.
  package static func set(_ who: String, _ place: String, again command: String? = nil) {
    let way = command.map { "  again: \($0)\n" } ?? ""
    // The text's bytes live for the call, which copies them.
    unsafe cprocess_set_last_words("matchmark: \(who) crashed \(place)\n\(way)")
  }

  package static func clear() { cprocess_set_last_words(nil) }
}
