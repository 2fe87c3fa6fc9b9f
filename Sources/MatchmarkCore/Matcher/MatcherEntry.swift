// Embedded Swift has no existentials, so a list of matchers is impossible there; an app names the
// type of its matcher.
#if !hasFeature(Embedded)
  /// An entry of the catalog of matchers: the identity of a matcher, the profiles that it supports,
  /// and the function that builds it.
  public struct MatcherEntry: Sendable {
    /// The id, the summary and the options of the matcher.
    public let descriptor: MatcherDescriptor
    /// A function that returns ``Support/supported`` if the matcher answers queries under a
    /// profile, otherwise the reason why not.
    public let support: @Sendable (SearchProfile) -> Support
    /// The same function for builds with ``MatcherOptions/declinesNothing``.
    package let looseSupport: @Sendable (SearchProfile) -> Support
    /// A function that builds the matcher over a corpus.
    public private(set) var build: Build
    /// True for a closure that does not say which rules it follows: it is asked under all, and its
    /// times are of interest even if it follows others.
    package private(set) var isUndeclared = false
    /// The ranker that this is an entry for; nil for a matcher of sets.
    package private(set) var ranker: RankerEntry?

    /// True for a ranker that names no order, to which an oracle could hold it.
    package var hasOwnOrder: Bool { ranker.map { $0.rules.spec == nil } ?? false }

    /// A function that builds a matcher over a corpus.
    public typealias Build =
      @Sendable (FoldedCorpus, MatcherOptions) throws(MatcherError) -> any BuiltMatcher

    /// Creates an entry for a matcher type.
    public init<M: Matcher>(_ type: M.Type) {
      descriptor = M.descriptor
      support = Self.unranked { M.support(for: $0) }
      looseSupport = support
      build = { corpus, options throws(MatcherError) in
        let matcher = try M(indexing: corpus, options: options)
        return matcher
      }
    }

    /// Creates an entry from its parts.
    public init(
      descriptor: MatcherDescriptor,
      support: @escaping @Sendable (SearchProfile) -> Support,
      build: @escaping Build
    ) {
      self.init(descriptor, support, loosely: support, build: build)
    }

    /// Creates an entry that supports more profiles if wrong answers are accepted to measure their
    /// times.
    package init(
      _ descriptor: MatcherDescriptor, _ support: @escaping @Sendable (SearchProfile) -> Support,
      loosely looseSupport: @escaping @Sendable (SearchProfile) -> Support,
      build: @escaping Build
    ) {
      self.descriptor = descriptor
      self.support = Self.unranked(support)
      self.looseSupport = Self.unranked(looseSupport)
      self.build = build
    }

    /// Creates an entry that supports only profiles that rank rows, in the order of its rules.
    package init(_ ranker: RankerEntry, build: @escaping Build) {
      descriptor = MatcherDescriptor(id: ranker.id, summary: ranker.summary)
      @Sendable func support(_ profile: SearchProfile, orOwnOrder: Bool) -> Support {
        profile.reasonNotToAsk(ranker.rules, orOwnOrder: orOwnOrder)
          .map { .unsupported(reason: $0) } ?? .supported
      }
      self.support = { support($0, orOwnOrder: false) }
      looseSupport = { support($0, orOwnOrder: true) }
      self.ranker = ranker
      self.build = build
    }

    /// Creates an entry that may support both profiles that rank rows and those that do not.
    package init(
      ofAnyAnswer descriptor: MatcherDescriptor,
      support: @escaping @Sendable (SearchProfile) -> Support, build: @escaping Build
    ) {
      (self.descriptor, self.support, looseSupport) = (descriptor, support, support)
      self.build = build
    }

    /// Returns the support of a matcher of sets, which declines profiles that rank rows.
    private static func unranked(
      _ support: @escaping @Sendable (SearchProfile) -> Support
    ) -> @Sendable (SearchProfile) -> Support {
      { profile in
        profile.reasonNotToAsk(nil).map { .unsupported(reason: $0) } ?? support(profile)
      }
    }

    /// Returns an entry that builds the same matcher with some options fixed, whatever options the
    /// caller passes.
    package func choosing(_ values: [String: String]) -> MatcherEntry {
      var chosen = self
      chosen.build = { [build] corpus, options throws(MatcherError) in
        let values = options.values.merging(values) { _, chosen in chosen }
        return try build(
          corpus,
          MatcherOptions(
            values, declinesNothing: options.declinesNothing, progress: options.progress))
      }
      return chosen
    }
  }

  extension MatcherEntry {
    /// A function that prepares titles and returns a search: from a typed text to the matching
    /// rows, numbered from 0, ascending.
    public typealias TitleSearch = @Sendable ([String]) -> @Sendable (String) -> [Int]

    /// Creates an entry for the simplest matcher, a closure that is asked under every profile.
    ///
    /// ```swift
    /// MatcherEntry(id: "naive", summary: "lowercased") { titles in
    ///   { text in titles.indices.filter { titles[$0].lowercased().contains(text.lowercased()) } }
    /// }
    /// ```
    ///
    /// The closure receives the titles once and the text of each keystroke exactly as typed; the
    /// closure itself must trim, split and fold the text. If a row has several text fields, its
    /// title has a line for each. The entry filters by tokens and scope, and answers texts without
    /// a term. The closure must return rows of the corpus in ascending order, each once; anything
    /// else is a ``MatcherError/malformedAnswer(_:)``.
    ///
    /// A closure does not know the profile. Where it follows other rules, its answers are wrong,
    /// and reports say by which rule; it is timed anyway, without a rank.
    /// ``init(id:summary:matches:folding:terms:trim:fromTitles:)`` declares its rules.
    ///
    /// - Parameters:
    ///   - id: the id in kebab-case, different from the id of every other participant.
    ///   - summary: the summary, on one line, for lists.
    ///   - search: a function that takes the titles and returns the search for a text.
    public init(id: String, summary: String, fromTitles search: @escaping TitleSearch) {
      self.init(id, summary, search) { _ in .supported }
      isUndeclared = true
    }

    /// Creates an entry for a closure over strings that is asked only under the rules that it
    /// follows, and skipped under others.
    ///
    /// Unlike a closure without a declaration, it also needs a profile with one text field and no
    /// numeric field.
    ///
    /// - Parameters:
    ///   - id: the id in kebab-case, different from the id of every other participant.
    ///   - summary: the summary, on one line, for lists.
    ///   - matches: the positions in a title at which the closure looks for the text; nil for any
    ///     mode.
    ///   - folding: the characters that the closure treats as equal; nil for any folding.
    ///   - terms: the way in which the closure splits the text into terms; nil for any way.
    ///   - trim: the white space that the closure removes from the ends of the text; nil for any.
    ///   - search: a function that takes the titles and returns the search for a text.
    public init(
      id: String, summary: String, matches: MatchMode? = .contains,
      folding: Folding? = .caseInsensitive, terms: TermMode? = .phrase,
      trim: TrimMode? = TrimMode.none,
      fromTitles search: @escaping TitleSearch
    ) {
      self.init(id, summary, search) { profile in
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
        return TitleMatcher.declarable(profile)
      }
    }

    private init(
      _ id: String, _ summary: String, _ search: @escaping TitleSearch,
      support: @escaping @Sendable (SearchProfile) -> Support
    ) {
      self.init(
        MatcherDescriptor(id: id, summary: summary), support, loosely: { _ in .supported },
        build: { corpus, options throws(MatcherError) in
          if let (name, value) = options.values.min(by: { $0.key < $1.key }) {
            throw .invalidOption(name: name, value: value, expected: "no option")
          }
          if !options.declinesNothing, case .unsupported(let reason) = support(corpus.profile) {
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
      self.search = search((0..<corpus.rowCount).map { Self.title(of: $0, in: corpus) })
    }

    /// Returns the text fields of a row, one to a line.
    private static func title(of row: Int, in corpus: FoldedCorpus) -> String {
      let fields = corpus.profile.textFields.indices
      return fields.map { corpus.text(row: row, field: $0) }.joined(separator: "\n")
    }

    /// Returns whether the declaration of a closure, which says nothing about fields, is about a
    /// profile.
    static func declarable(_ profile: SearchProfile) -> Support {
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

    /// Always 0, because the memory that a closure holds is unknown.
    var indexByteCount: Int { 0 }

    var structure: String { "a closure over titles, whose structure is unknown" }

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
