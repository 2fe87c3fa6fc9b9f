/// A typing session: events, each ending in at most one query.
public struct Trace: Sendable, Hashable {
  /// A name, unique within its file.
  public let name: String
  /// What the session is about, in a few words; may be empty.
  public let why: String
  /// The events.
  public let events: [SessionEvent]

  /// Creates a trace.
  public init(name: String, why: String = "", events: [SessionEvent]) {
    self.name = name
    self.why = why
    self.events = events
  }

  /// Replays the trace from an inactive session.
  ///
  /// - Throws: ``SessionError`` of the first event that cannot happen.
  public func keystrokes(
    in session: SearchSession
  ) throws(SessionError) -> [Keystroke] {
    var session = session
    var keystrokes: [Keystroke] = []
    for event in events {
      if let keystroke = try session.apply(event) { keystrokes.append(keystroke) }
    }
    return keystrokes
  }
}
