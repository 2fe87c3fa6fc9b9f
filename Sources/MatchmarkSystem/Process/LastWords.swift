import CProcess

/// What is said where a thread crashes the process, as a matcher of somebody else may.
package enum LastWords {
  /// Keeps what this thread says on standard error should it crash; heard below
  /// ``Signals/installInterruptHandlers()``, and cut at 1 023 bytes.
  package static func set(_ words: String) {
    // The text's bytes live for the call, which copies them.
    unsafe cprocess_set_last_words(words)
  }

  /// Says nothing any more.
  package static func clear() { cprocess_set_last_words(nil) }
}
