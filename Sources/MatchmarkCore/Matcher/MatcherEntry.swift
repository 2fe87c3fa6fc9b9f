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

  extension MatcherEntry {
    /// Prepares titles and returns a search from a typed text to rows, counted from 0, ascending.
    public typealias TitleSearch = @Sendable ([String]) -> @Sendable (String) -> [Int]

    /// An entry for the simplest matcher: a closure over strings.
    ///
    /// ```swift
    /// MatcherEntry(
    ///   id: "naive", summary: "lowercased", matches: .contains, folding: .caseInsensitive
    /// ) { titles in
    ///   { text in titles.indices.filter { titles[$0].lowercased().contains(text.lowercased()) } }
    /// }
    /// ```
    ///
    /// The closure gets the titles once, and the text of each keystroke exactly as typed: it trims,
    /// splits and folds by itself. The entry filters by tokens and scope, answers texts without a
    /// term, and supports profiles with one text field and no numeric field. The closure must
    /// return rows of the corpus in ascending order, each once; anything else is a
    /// ``MatcherError/malformedAnswer(_:)``. The closure does not know the profile, so it declares
    /// what it does, and is skipped under other profiles.
    ///
    /// - Parameters:
    ///   - id: in kebab-case, different from the id of every other participant.
    ///   - summary: one line, for lists.
    ///   - matches: where in a title the closure looks for the text; nil for any mode.
    ///   - folding: which characters it treats as equal; nil for any folding.
    ///   - terms: whether it splits the text into terms; nil for both.
    ///   - trim: whether it cuts white space off the ends of the text; nil for both.
    ///   - search: takes the titles and returns the search for a text.
    public init(
      id: String, summary: String, matches: MatchMode? = .contains,
      folding: Folding? = .caseInsensitive, terms: TermMode? = .phrase,
      trim: TrimMode? = TrimMode.none,
      fromTitles search: @escaping TitleSearch
    ) {
      let support: @Sendable (SearchProfile) -> Support = { profile in
        let mode = profile.textFields.first?.match
        let axes = [
          ("mode", matches?.rawValue, mode?.rawValue, "matches: .\(mode ?? .contains)"),
          ("folding", folding?.rawValue, profile.folding.rawValue, "folding: .\(profile.folding)"),
          ("terms", terms?.rawValue, profile.terms.rawValue, "terms: .\(profile.terms)"),
          ("trim", trim?.rawValue, profile.trim.rawValue, "trim: TrimMode.\(profile.trim)"),
        ]
        for case (let axis, let declared?, let wanted?, let argument) in axes
        where declared != wanted {
          return .unsupported(
            reason: "its closure declares the \(axis) \(declared), not \(wanted) "
              + "(if it can do that, declare \(argument), or nil for any)")
        }
        return TitleMatcher.support(for: profile)
      }
      self.init(
        MatcherDescriptor(id: id, summary: summary), support,
        loosely: { TitleMatcher.support(for: $0) },
        build: { corpus, options throws(MatcherError) in
          if let (name, value) = options.values.min(by: { $0.key < $1.key }) {
            throw .invalidOption(name: name, value: value, expected: "no option")
          }
          let profile = corpus.profile
          let supported =
            options.declinesNothing ? TitleMatcher.support(for: profile) : support(profile)
          if case .unsupported(let reason) = supported {
            throw .unsupportedCorpus(reason: reason)
          }
          return TitleMatcher(corpus: corpus, search: search)
        })
    }
  }

  /// A matcher that wraps a closure over strings.
  struct TitleMatcher: BuiltMatcher {
    private let corpus: FoldedCorpus
    private let search: @Sendable (String) -> [Int]

    init(corpus: FoldedCorpus, search: MatcherEntry.TitleSearch) {
      self.corpus = corpus
      self.search = search((0..<corpus.rowCount).map { corpus.text(row: $0) })
    }

    static func support(for profile: SearchProfile) -> Support {
      guard profile.textFields.count == 1 else {
        return .unsupported(
          reason: "a closure over titles has one text field, not \(profile.textFields.count)")
      }
      guard profile.numericFields.isEmpty else {
        return .unsupported(
          reason: "a closure over titles cannot compare numbers (\(profile.numericFields[0]))")
      }
      return .supported
    }

    /// The memory that a closure holds is unknown.
    var indexByteCount: Int { 0 }

    var plan: String { "a closure over titles, whose plan is unknown" }

    func makeAnyCursor() -> any MatcherCursor { Cursor(corpus: corpus, search: search) }

    struct Cursor: MatcherCursor {
      let corpus: FoldedCorpus
      let search: @Sendable (String) -> [Int]
      fileprivate var query = ResolvedQuery()

      mutating func answer(
        _ searchQuery: SearchQuery, into answer: inout Answer
      ) throws(MatcherError) -> Response {
        if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
        if query.termCount == 0 {
          insertAdmitted(0..<corpus.rowCount, into: &answer)
        } else {
          let rows = search(searchQuery.text)
          try Self.check(rows, rowCount: corpus.rowCount)
          insertAdmitted(rows, into: &answer)
        }
        return .answered
      }

      private func insertAdmitted(_ rows: some Sequence<Int>, into answer: inout Answer) {
        for row in rows where query.admits(row, in: corpus) { answer.insert(row) }
      }

      private static func check(_ rows: [Int], rowCount: Int) throws(MatcherError) {
        var previous = -1
        for row in rows {
          guard row >= 0, row < rowCount else {
            throw .malformedAnswer("got row \(row), expected 0 to \(rowCount - 1)")
          }
          guard row != previous else {
            throw .malformedAnswer("got row \(row) twice, expected each row once")
          }
          guard row > previous else {
            throw .malformedAnswer("got row \(row) after row \(previous), expected corpus order")
          }
          previous = row
        }
      }
    }
  }
#endif
