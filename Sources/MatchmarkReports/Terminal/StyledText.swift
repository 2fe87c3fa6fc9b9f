/// A text for a terminal, in which only this program's own words, line ends and colours take
/// effect, and never the values in it.
///
/// A value in the text may come from rows, engines, files or their names, so its control characters
/// and line ends are made visible when it enters the text; colours are added after that. Literals
/// belong to this program and stay as they are.
///
/// ```swift
/// let text: StyledText = "\(style.strong("wrong")) \(rowTitle)"
/// ```
package struct StyledText: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The bytes for the terminal.
  package let output: String

  package init(stringLiteral literal: String) { output = literal }
  package init(stringInterpolation: StringInterpolation) { output = stringInterpolation.output }
  /// Creates a text from output that is already cleaned and coloured.
  package init(rendered output: String) { self.output = output }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var output = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      output.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { output += literal }
    package mutating func appendInterpolation(_ text: StyledText) { output += text.output }
    package mutating func appendInterpolation(_ error: any Error) {
      output += TerminalText.visible("\(error)")
    }
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      output += TerminalText.visible(value.description)
    }
  }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(rendered: left.output + right.output)
  }
}

/// The colours of a terminal, or none.
package struct TextStyle: Sendable {
  private let isColoured: Bool

  package init(isColoured: Bool) { self.isColoured = isColoured }

  private static let codes: [Tone: String] = [
    .strong: "1", .faint: "2", .right: "32", .caution: "33", .wrong: "1;31",
  ]

  package func strong(_ text: String) -> StyledText { painted(text, .strong) }
  package func faint(_ text: String) -> StyledText { painted(text, .faint) }
  package func right(_ text: String) -> StyledText { painted(text, .right) }
  package func wrong(_ text: String) -> StyledText { painted(text, .wrong) }

  func painted(_ text: String, _ tone: Tone) -> StyledText {
    let text = TerminalText.visible(text)
    return StyledText(rendered: Self.codes[tone].map { wrap(text, $0) } ?? text)
  }

  /// Returns a match of a query in a text on a screen, which is underlined even without colours.
  package func found(_ text: String) -> StyledText {
    let text = TerminalText.visible(text)
    return StyledText(rendered: isColoured ? wrap(text, "1;4") : "\u{1B}[4m\(text)\u{1B}[0m")
  }

  /// Returns the text with the given ranges underlined.
  ///
  /// - Parameter ranges: UTF-8 offsets, ascending and disjoint; those beyond the text are skipped.
  package func marked(_ text: String, _ ranges: [Range<Int>]) -> StyledText {
    let utf8 = Array(text.utf8)
    var result: StyledText = ""
    var end = 0
    func part(_ range: Range<Int>) -> String { String(decoding: utf8[range], as: UTF8.self) }
    for range in ranges where range.lowerBound >= end && range.upperBound <= utf8.count {
      let match = part(range)
      result = "\(result)\(part(end..<range.lowerBound))\(isColoured ? found(match) : "\(match)")"
      end = range.upperBound
    }
    return "\(result)\(part(end..<utf8.count))"
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
