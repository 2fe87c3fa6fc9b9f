import MatchmarkCore
package import MatchmarkDatasets
package import MatchmarkEngines
import MatchmarkRecord

/// An engine that was started and has greeted; only its greeting tells an engine that ranks and a
/// search box from others.
package struct GreetedEngine {
  package let id: String
  package let hello: HelloReply
  let summary: String
  let client: EngineClient

  /// Starts the engine of a participant; the result is nil for a matcher.
  ///
  /// - Throws: ``InputError`` if it is missing, or fails to greet.
  package init?(_ participant: Participant) throws(InputError) {
    if let absence = [participant].absences.first { throw .engine(absence) }
    guard let engine = participant.engine else { return nil }
    (id, summary) = (participant.id, participant.entry.descriptor.summary)
    do throws(EngineFailure) {
      client = try EngineClient(engine.launch)
      hello = try client.hello()
    } catch { throw .engine("engine '\(participant.id)': \(error.description)\(error.lastErrors)") }
  }
}
