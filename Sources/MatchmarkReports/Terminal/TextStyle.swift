/// Colours of a terminal, or none.
package struct TextStyle: Sendable {
  private let isColoured: Bool

  package init(isColoured: Bool) { self.isColoured = isColoured }

  package func strong(_ text: String) -> String { wrap(text, "1") }
  package func faint(_ text: String) -> String { wrap(text, "2") }
  package func right(_ text: String) -> String { wrap(text, "32") }
  package func caution(_ text: String) -> String { wrap(text, "33") }
  package func wrong(_ text: String) -> String { wrap(text, "1;31") }

  /// All that it ever sends to a terminal beside text.
  var codes: [String] {
    isColoured ? ["0", "1", "2", "32", "33", "1;31"].map { "\u{1B}[\($0)m" } : []
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
