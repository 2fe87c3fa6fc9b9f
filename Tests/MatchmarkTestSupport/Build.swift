/// How this target was compiled; all others but the tests were compiled in the same way.
package enum Build {
  /// Whether it was optimised, as with `-c release`; only other builds check assertions.
  package static let isOptimised: Bool = {
    var isOptimised = true
    assert(
      {
        isOptimised = false
        return true
      }())
    return isOptimised
  }()
}
