import Foundation

/// The Python of the machine, which may have none.
package enum Python {
  /// The first interpreter that has a module; nil where none has.
  ///
  /// It looks at `MATCHMARK_PYTHON`, at what `./scripts/bootstrap --tests` has made, and at
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
