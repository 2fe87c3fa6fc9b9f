/// An engine on one cell: who it says it is, and how it failed, if it did.
package struct EngineRecord: Sendable, Codable, Hashable {
  /// Its own name, version, language and build; nil where it did not get so far.
  package var name: String?
  package var version: String?
  package var language: String?
  package var build: String?
  /// The clock by which it times itself, and the step that it states.
  package var clock: String?
  package var resolutionInNanoseconds: Int?
  /// What a reader of its figures should know, such as a clock that ticks more coarsely than said.
  package var warning: String?
  /// Why the times that it states cannot be true; nil where they can, and in records from before it
  /// was asked.
  package var timingFault: String?
  /// How it failed; nil where it did not.
  package var fault: EngineFaultRecord?

  package init(fault: EngineFaultRecord? = nil) { self.fault = fault }

  /// One line: name, version, language and build, clock.
  package var summary: String? {
    guard let name, let version, let clock else { return nil }
    let about = [language, build].compactMap { $0 }.filter { !$0.isEmpty }
    let made = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
    return
      "\(name) \(version)\(made), timed by its \(clock), \(resolutionInNanoseconds ?? 0) ns a step"
  }
}

/// How an engine failed, with all that is needed to see it again.
package struct EngineFaultRecord: Sendable, Codable, Hashable {
  /// The state, such as `timed-out`; `not-installed` is the only one that is no fault.
  package var state: String
  /// The step of the session in which it happened, such as `query`.
  package var phase: String
  package var got: String
  package var expected: String
  /// The request that was sent last; nil before the first.
  package var requestLine: String?
  /// The end of what the engine wrote to standard error.
  package var standardErrorTail: String

  package init(
    state: String, phase: String, got: String, expected: String, requestLine: String? = nil
  ) {
    self.state = state
    self.phase = phase
    self.got = got
    self.expected = expected
    self.requestLine = requestLine
    standardErrorTail = ""
  }

  /// The state of an engine that is not there.
  package static let notInstalled = "not-installed"
  /// The state of an engine that did not reply in time.
  package static let timedOut = "timed-out"
}
