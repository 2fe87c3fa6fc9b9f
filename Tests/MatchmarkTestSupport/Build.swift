/// The settings with which this target was compiled; all others except the tests have the same.
package enum Build {
  /// True if the build is optimised, as with `-c release`; only other builds check assertions.
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
