// Embedded Swift has no existentials for a list of matchers; an app names its matcher's type.
#if !hasFeature(Embedded)
  /// A matcher as listed in the catalog: its identity, what it supports and how to build it.
  public struct MatcherEntry: Sendable {
    /// Id, summary and options.
    public let descriptor: MatcherDescriptor
    /// Whether the matcher answers queries under a profile.
    public let support: @Sendable (SearchProfile) -> Support
    /// The same if ``MatcherOptions/declinesNothing`` is set.
    package let looseSupport: @Sendable (SearchProfile) -> Support
    /// Builds the matcher over a corpus.
    public let build: Build

    /// Builds a matcher over a corpus.
    public typealias Build =
      @Sendable (FoldedCorpus, MatcherOptions) throws(MatcherError) -> any BuiltMatcher

    /// An entry for a matcher type.
    public init<M: Matcher>(_ type: M.Type) {
      descriptor = M.descriptor
      support = { M.support(for: $0) }
      looseSupport = support
      build = { corpus, options throws(MatcherError) in
        let matcher = try M(indexing: corpus, options: options)
        return matcher
      }
    }

    /// An entry from its parts.
    public init(
      descriptor: MatcherDescriptor,
      support: @escaping @Sendable (SearchProfile) -> Support,
      build: @escaping Build
    ) {
      self.init(descriptor, support, loosely: support, build: build)
    }

    /// An entry that answers more profiles if wrong answers are wanted for their timing.
    package init(
      _ descriptor: MatcherDescriptor, _ support: @escaping @Sendable (SearchProfile) -> Support,
      loosely looseSupport: @escaping @Sendable (SearchProfile) -> Support,
      build: @escaping Build
    ) {
      self.descriptor = descriptor
      self.support = support
      self.looseSupport = looseSupport
      self.build = build
    }

    /// The same matcher with some options fixed, no matter who builds it.
    package func choosing(_ values: [String: String]) -> MatcherEntry {
      MatcherEntry(descriptor, support, loosely: looseSupport) {
        [build] corpus, options throws(MatcherError) in
        let values = options.values.merging(values) { _, chosen in chosen }
        return try build(
          corpus,
          MatcherOptions(
            values, declinesNothing: options.declinesNothing, progress: options.progress))
      }
    }
  }
#endif
