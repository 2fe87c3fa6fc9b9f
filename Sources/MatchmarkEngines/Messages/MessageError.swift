/// Why a line is not the expected message: the actual value, the expected value, and the place.
package struct MessageError: Error, Sendable, Hashable {
  /// A place in a line.
  package enum Place: Sendable, Hashable {
    /// A byte offset, counted from 0: the line is not JSON.
    case byte(Int)
    /// A key, such as `tokens[0].facet`; empty for the whole message.
    case key(String)
  }

  /// The state of the engine that sent it.
  package let state: EngineState
  package let place: Place
  package let got: String
  package let expected: String

  package init(_ state: EngineState = .garbage, at place: Place, got: String, expected: String) {
    self.state = state
    self.place = place
    self.got = got
    self.expected = expected
  }

  package var placedGot: String {
    switch place {
    case .byte(let offset): "\(got) at byte \(offset)"
    case .key(""): got
    case .key(let key): "\(got) for key '\(key)'"
    }
  }
}

extension MessageError: CustomStringConvertible {
  package var description: String { "got \(placedGot), expected \(expected)" }
}
