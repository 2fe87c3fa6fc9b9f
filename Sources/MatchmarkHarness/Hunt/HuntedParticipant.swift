import MatchmarkConformance
import MatchmarkCore

/// A participant as built for a case of a hunt.
struct HuntedParticipant {
  /// The participant as given; each trial of an engine starts a process.
  let plain: Participant
  /// The participant with the options of the case, if they are available.
  let chosen: MatcherEntry
  /// The chosen one, built over the rows.
  let matcher: Result<any BuiltMatcher, MatcherError>
  private let options: [String: String]

  var id: String { plain.id }
  var isExact: Bool { plain.entry.descriptor.isExact }

  /// Builds it with the options of the case; if one is unavailable here, such as instructions of
  /// another processor, as given.
  init(_ plain: Participant, in huntCase: HuntCase, _ corpus: FoldedCorpus) {
    self.plain = plain
    let options = huntCase.options(for: plain.entry.descriptor)
    let chosen = plain.entry.choosing(options)
    let matcher = Self.built(chosen, corpus)
    if case .failure(.invalidOption) = matcher {
      (self.chosen, self.options) = (plain.entry, [:])
      self.matcher = Self.built(plain.entry, corpus)
    } else {
      (self.chosen, self.options, self.matcher) = (chosen, options, matcher)
    }
  }

  private static func built(
    _ entry: MatcherEntry, _ corpus: FoldedCorpus
  ) -> Result<any BuiltMatcher, MatcherError> {
    Result { () throws(MatcherError) in try entry.build(corpus, MatcherOptions()) }
  }

  /// What is wrong in a situation; without the options of the case if they do not matter.
  ///
  /// An engine that fails is not wrong.
  func disagreement(in situation: Situation) -> Disagreement? {
    guard let found = anyDisagreement(in: situation) else { return nil }
    return plain.isEngine && found.given.failure != nil ? nil : found
  }

  private func anyDisagreement(in situation: Situation) -> Disagreement? {
    if let found = try? Disagreement(of: plain.entry, in: situation) { return found }
    guard var found = try? Disagreement(of: chosen, in: situation) else { return nil }
    found.options = options
    return found
  }

  private static let engineTrialCount = 800

  /// The same in its smallest form.
  func shrunk(_ found: Disagreement) -> Disagreement {
    found.shrunk(
      of: found.options.isEmpty ? plain.entry : chosen,
      trialLimit: plain.isEngine ? Self.engineTrialCount : Shrinker.usualTrialCount)
  }
}
