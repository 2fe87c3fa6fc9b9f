import CProcess

/// What is said where a thread crashes the process, as someone else's matcher may.
package enum LastWords {
  /// Keeps what this thread says on standard error should it crash; heard below
  /// ``Signals/installInterruptHandlers()``, and cut at 1 023 bytes.
  ///
  /// - Parameters:
  ///   - who: the one that does the work, as `a matcher`.
  ///   - place: where, as `in case 12`.
  ///   - command: the command that goes there again, where there is one.
  package static func set(_ who: String, _ place: String, again command: String? = nil) {
    let way = command.map { "  again: \($0)\n" } ?? ""
    // The text's bytes live for the call, which copies them.
    unsafe cprocess_set_last_words("matchmark: \(who) crashed \(place)\n\(way)")
  }

  package static func clear() { cprocess_set_last_words(nil) }
}
