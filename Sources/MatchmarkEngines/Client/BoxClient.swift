internal import MatchmarkJSON
package import MatchmarkRecord
package import MatchmarkSession

/// A client of a search box in another process, which sends each request and reads its reply.
///
/// Every error ends the process; later calls throw it again.
package final class BoxClient {
  private let engine: EngineClient
  /// The rules that the box declares.
  package let rules: BoxRules

  /// Takes over a process that has greeted with these rules.
  package init(_ engine: EngineClient, _ rules: BoxRules) {
    (self.engine, self.rules) = (engine, rules)
  }

  /// Starts the process and greets it; the result is nil if it is no search box.
  package convenience init?(_ launch: EngineLaunch) throws(EngineFailure) {
    let engine = try EngineClient(launch)
    guard let rules = try engine.hello().boxRules else { return nil }
    self.init(engine, rules)
  }

  package func send(_ request: BoxRequest) throws(EngineFailure) -> BoxReply {
    let text = request.json.text
    let (line, _) = try engine.exchange(Array((text + "\n").utf8), of: text, in: .query)
    do throws(MessageError) { return try BoxReply(decoding: line, to: request) } catch {
      throw engine.end(with: engine.failure(for: error, in: line))
    }
  }

  package func bye() throws(EngineFailure) { try engine.bye() }
}
