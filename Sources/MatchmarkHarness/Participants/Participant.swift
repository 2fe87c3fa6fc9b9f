package import MatchmarkCore
package import MatchmarkEngines
import MatchmarkSystem

/// A participant: a matcher of this process, or an external engine.
///
/// Both are opened on a cell and asked through one interface, ``OpenParticipant``. If nothing is
/// timed (one query, a situation, a case), both are a ``MatcherEntry``.
package struct Participant: Sendable {
  package let entry: MatcherEntry
  /// The options that a record names; the entry already applies them.
  package let options: MatcherOptions
  /// The program of an engine; nil for a matcher.
  package let engine: EngineProgram?
  /// True if the user has added it: it takes part in every cell, and has a line in the verdict.
  package var isAdded = false
  /// True if the user named it, or added it to the program.
  ///
  /// It must then be installed and answer something; others answer where they can.
  package var isAskedFor = false

  package init(_ entry: MatcherEntry, options: MatcherOptions = MatcherOptions()) {
    self.entry = entry
    self.options = options
    engine = nil
  }

  package init(_ engine: EngineProgram, summary: String) {
    self.engine = engine
    options = MatcherOptions()
    entry = MatcherEntry(
      ofAnyAnswer: MatcherDescriptor(id: engine.launch.id, summary: summary),
      support: { _ in engine.absence.map { .unsupported(reason: $0) } ?? .supported },
      build: { corpus, _ throws(MatcherError) in
        let rows: RowsFile
        do { rows = try RowsFile(of: corpus) } catch {
          throw MatcherError.backendFailure("\(error)")
        }
        do throws(ParticipantFailure) {
          return try OpenEngine(engine, on: corpus, rows: rows)
        } catch { throw error.asMatcherError }
      })
  }

  package var id: String { entry.descriptor.id }

  package var isEngine: Bool { engine != nil }

  /// True if it is an engine that is installed, and so will be started.
  package var isStarted: Bool { engine.map { $0.missing == nil } ?? false }

  /// True for the code that an app would contain, which is not held to the specification.
  package var isAppCode: Bool { engine?.isAppCode ?? entry.descriptor.isAppCode }

  /// The same participant with options set; for a matcher only, because an engine would lose its
  /// program.
  package func choosing(_ values: [String: String]) -> Participant {
    var chosen = Participant(entry.choosing(values), options: MatcherOptions(values))
    chosen.isAdded = isAdded
    chosen.isAskedFor = isAskedFor
    return chosen
  }

  /// Builds the matcher, or starts the engine and lets it build its index.
  ///
  /// - Parameters:
  ///   - rows: the corpus in the form that engines read; nil if no engine takes part.
  ///   - declinesNothing: true if a matcher also answers queries that it would decline, and a
  ///     ranker in an order of its own.
  func open(
    on corpus: FoldedCorpus, rows: RowsFile?, declinesNothing: Bool = false,
    progress: @escaping MatcherOptions.Progress
  ) throws(ParticipantFailure) -> any OpenParticipant {
    if let engine {
      guard engine.missing == nil, let rows else {
        throw ParticipantFailure(kind: .missing(engine.missing ?? "there are no rows for it"))
      }
      return try OpenEngine(engine, on: corpus, rows: rows, orOwnOrder: declinesNothing)
    }
    let support = declinesNothing ? entry.looseSupport : entry.support
    if case .unsupported(let reason) = support(corpus.profile) {
      throw ParticipantFailure(kind: .declined(reason))
    }
    let options = MatcherOptions(
      options.values, declinesNothing: declinesNothing, progress: progress)
    return try OpenMatcher(entry, on: corpus, options)
  }
}

/// The program of an engine: how it is started, or why it cannot be.
package struct EngineProgram: Sendable, Codable {
  package let launch: EngineLaunch
  /// The command that installs it.
  package let install: String
  /// The reason why it is missing; nil if it is installed.
  package let missing: String?
  /// True if it comes from the user's own file, without which a command does not know it.
  package let isOwn: Bool
  /// True for the code that an app would contain, which is not held to the specification.
  package var isAppCode = false

  package init(
    _ launch: EngineLaunch, install: String, missing: String? = nil, isOwn: Bool = false
  ) {
    self.launch = launch
    self.install = install
    self.missing = missing
    self.isOwn = isOwn
  }

  /// The reason why it does not take part, with the remedy; nil if it is installed.
  var absence: String? { missing.map(absent) }

  func absent(_ reason: String) -> String {
    "not installed" + (install.isEmpty ? "" : "; install it with: \(install)") + " (\(reason))"
  }
}

extension [Participant] {
  /// Messages about engines that are not installed: name, reason and remedy.
  package var absences: [String] {
    compactMap { participant in
      participant.engine?.absence.map { "engine '\(participant.id)' is \($0)" }
    }
  }

  /// The participants that the user named or added.
  package var askedFor: [Participant] { filter(\.isAskedFor) }
}
