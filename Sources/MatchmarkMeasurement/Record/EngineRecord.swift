/// An engine on one cell: its identity, and how it failed, if it did.
package struct EngineRecord: Sendable, Codable, Hashable {
  /// Its reported name, version, language and build; nil if it did not get that far.
  package var name: String?
  package var version: String?
  package var language: String?
  package var build: String?
  /// The clock that it times itself with, and the resolution that it reports.
  package var clock: String?
  package var resolutionInNanoseconds: Int?
  /// What a reader of its figures should know, such as a clock coarser than reported.
  package var warning: String?
  /// Why its reported times cannot be true; nil if they can, and in records that predate the
  /// check.
  package var timingFault: String?
  /// How it failed; nil if it did not.
  package var fault: EngineFaultRecord?

  package init(fault: EngineFaultRecord? = nil) { self.fault = fault }

  /// One line: name, version, language and build, clock.
  package var summary: String? {
    guard let name, let version, let clock else { return nil }
    let about = [language, build].compactMap { $0 }.filter { !$0.isEmpty }
    let made = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
    return
      "\(name) \(version)\(made), timed by its \(clock), \(resolutionInNanoseconds ?? 0) ns per step"
  }
}

/// How an engine failed, with everything needed to reproduce it.
package struct EngineFaultRecord: Sendable, Codable, Hashable {
  /// The state, such as `timed-out`; `not-installed` is the only one that is not a fault.
  package var state: String
  /// The step of the session in which it happened, such as `query`.
  package var phase: String
  package var got: String
  package var expected: String
  /// The last request that was sent; nil before the first.
  package var requestLine: String?
  /// The end of the engine's standard error.
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

  /// The state of an engine that is not installed.
  package static let notInstalled = "not-installed"
  /// The state of an engine that did not reply in time.
  package static let timedOut = "timed-out"
}
