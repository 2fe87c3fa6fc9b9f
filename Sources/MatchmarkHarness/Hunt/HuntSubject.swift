import MatchmarkConformance
import MatchmarkCore

/// A matcher as a case of a hunt builds it.
struct HuntSubject {
  /// As it was given.
  let plain: MatcherEntry
  /// With the options of the case, where they can be had.
  let chosen: MatcherEntry
  /// The chosen one, built over the rows.
  let matcher: Result<any BuiltMatcher, MatcherError>
  /// Whether it is an engine, each trial of which starts a process.
  let isEngine: Bool
  private let options: [String: String]

  var id: String { plain.descriptor.id }

  /// Builds it with the options of the case; where one cannot be had here, such as instructions of
  /// another processor, as it was given.
  init(
    _ plain: MatcherEntry, isEngine: Bool, in huntCase: HuntCase, _ corpus: FoldedCorpus
  ) {
    self.plain = plain
    self.isEngine = isEngine
    let options = huntCase.options(for: plain.descriptor)
    let chosen = plain.choosing(options)
    let matcher = Self.built(chosen, corpus)
    if case .failure(.invalidOption) = matcher {
      (self.chosen, self.options, self.matcher) = (plain, [:], Self.built(plain, corpus))
    } else {
      (self.chosen, self.options, self.matcher) = (chosen, options, matcher)
    }
  }

  private static func built(
    _ entry: MatcherEntry, _ corpus: FoldedCorpus
  ) -> Result<any BuiltMatcher, MatcherError> {
    Result { () throws(MatcherError) in try entry.build(corpus, MatcherOptions()) }
  }

  /// What is wrong in a situation; without the options of the case where they do not matter.
  ///
  /// An engine that fails is not wrong.
  func disagreement(in situation: Situation) -> Disagreement? {
    guard let found = anyDisagreement(in: situation) else { return nil }
    return isEngine && found.given.failure != nil ? nil : found
  }

  private func anyDisagreement(in situation: Situation) -> Disagreement? {
    if let found = try? Disagreement(of: plain, in: situation) { return found }
    guard var found = try? Disagreement(of: chosen, in: situation) else { return nil }
    found.options = options
    return found
  }

  private static let engineTrialCount = 800

  /// The same in its smallest form.
  func shrunk(_ found: Disagreement) -> Disagreement {
    found.shrunk(
      of: found.options.isEmpty ? plain : chosen,
      trialLimit: isEngine ? Self.engineTrialCount : Shrinker.usualTrialCount)
  }
}
