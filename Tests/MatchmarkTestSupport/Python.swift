import Foundation

/// The Python of the machine, which may have none.
package enum Python {
  /// The first interpreter that has a module; nil where none has.
  package static func with(_ module: String) -> String? {
    let candidates = [ProcessInfo.processInfo.environment["MATCHMARK_PYTHON"], "python3"]
    return candidates.compactMap(\.self).first { python in
      (try? Child.run([python, "-c", "import \(module)"]))?.code == 0
    }
  }
}
