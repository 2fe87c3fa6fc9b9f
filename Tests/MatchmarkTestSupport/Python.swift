import Foundation

/// The machine's Python, if it has one.
package enum Python {
  /// Returns the first interpreter that has a module; nil if none has.
  ///
  /// It tries `MATCHMARK_PYTHON`, then the one that `./scripts/bootstrap --tests` creates, then
  /// `python3`.
  package static func with(_ module: String) -> String? {
    let candidates = [
      ProcessInfo.processInfo.environment["MATCHMARK_PYTHON"],
      WorkingCopy.path(".engines/tests/bin/python3"), "python3",
    ]
    return candidates.compactMap(\.self).first { python in
      (try? Child.run([python, "-c", "import \(module)"]))?.code == 0
    }
  }
}
