package import MatchmarkEngines

/// An engine as a run needs it: how it is started, or why it cannot be.
package struct EngineContestant: Sendable {
  package let launch: EngineLaunch
  /// What a person types to install it.
  package let install: String
  /// Why it is not there; nil where it is.
  package let missing: String?
  /// Whether it stands in a file of one's own, without which a command does not know it.
  package let isOwn: Bool

  package init(
    _ launch: EngineLaunch, install: String, missing: String? = nil, isOwn: Bool = false
  ) {
    self.launch = launch
    self.install = install
    self.missing = missing
    self.isOwn = isOwn
  }

  /// Why it takes no part, with the cure.
  func absence(_ reason: String) -> String {
    "not installed; install it with: \(install) (\(reason))"
  }
}

extension Contestant {
  /// An engine, which is also a matcher where no time is measured: one query, a smaller situation,
  /// a case of the conformance suite.
  package init(_ engine: EngineContestant, summary: String) {
    self.init(engine: engine, entry: EngineMatcher.entry(of: engine, summary: summary))
  }
}

extension Contestant {
  /// Whether it is an engine that is there, and so will be started.
  var isStarted: Bool { engine.map { $0.missing == nil } ?? false }
}

extension [Contestant] {
  /// What is said of engines that are not there: name, reason and cure.
  ///
  /// - Parameter ids: those that are of interest; nil means all.
  package func absences(of ids: [String]? = nil) -> [String] {
    compactMap { contestant in
      guard let engine = contestant.engine, let missing = engine.missing,
        ids?.contains(contestant.id) ?? true
      else { return nil }
      return "engine '\(contestant.id)' is \(engine.absence(missing))"
    }
  }
}
