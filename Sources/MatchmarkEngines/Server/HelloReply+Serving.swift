package import MatchmarkCore
internal import MatchmarkSystem

extension HelloReply {
  /// Creates the introduction of a served matcher.
  ///
  /// - Parameters:
  ///   - version: the version of the program that serves it.
  ///   - language: the compiler, such as `Swift 6.3`.
  ///   - isOptimised: whether it was built with optimisation.
  package init(
    serving descriptor: MatcherDescriptor, version: String, language: String, isOptimised: Bool
  ) {
    self.init(
      name: descriptor.id, version: version, language: language,
      build: isOptimised ? "release" : "debug", clock: MonotonicClock.name,
      resolutionInNanoseconds: Int(MonotonicClock.resolutionInNanoseconds()),
      capabilities: EngineCapabilities(isExact: descriptor.isExact, marksRanges: true))
  }
}
