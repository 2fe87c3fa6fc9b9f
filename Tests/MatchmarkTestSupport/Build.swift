/// What the compiler made of this target and, but for the tests themselves, of the others.
package enum Build {
  /// Whether it optimised, as it does for `-c release`; an assertion is looked at only where not.
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
