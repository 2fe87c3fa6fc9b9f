/// Blanks everything but code: comments, and the content of string literals.
///
/// Lines keep their number and ASCII its column, so that findings have a place. The content of an
/// interpolation counts as code.
struct CodeMask {
  private enum Mode {
    case code(parentheses: Int, isInterpolation: Bool)
    case lineComment
    case blockComment(depth: Int)
    case string(hashes: Int, isMultiline: Bool)
  }

  private let input: [UInt8]
  private var output: [UInt8] = []
  private var position = 0
  private var modes: [Mode] = [.code(parentheses: 0, isInterpolation: false)]

  /// The text with blanks for comments and for the content of strings.
  static func code(of text: String) -> String {
    var mask = CodeMask(input: Array(text.utf8))
    while mask.position < mask.input.count { mask.step() }
    return String(decoding: mask.output, as: UTF8.self)
  }

  private init(input: [UInt8]) { self.input = input }

  private mutating func step() {
    switch modes[modes.count - 1] {
    case .code(let parentheses, let isInterpolation):
      stepInCode(parentheses: parentheses, isInterpolation: isInterpolation)
    case .lineComment:
      if sees("\n") { modes.removeLast() }
      blank(1)
    case .blockComment(let depth):
      stepInBlockComment(depth: depth)
    case .string(let hashes, let isMultiline):
      stepInString(hashes: hashes, isMultiline: isMultiline)
    }
  }

  private mutating func stepInCode(parentheses: Int, isInterpolation: Bool) {
    if sees("//") {
      modes.append(.lineComment)
      blank(2)
    } else if sees("/*") {
      modes.append(.blockComment(depth: 1))
      blank(2)
    } else if let hashes = hashesBeforeQuote() {
      copy(hashes)
      let isMultiline = sees("\"\"\"")
      copy(isMultiline ? 3 : 1)
      modes.append(.string(hashes: hashes, isMultiline: isMultiline))
    } else if sees("(") {
      set(.code(parentheses: parentheses + 1, isInterpolation: isInterpolation))
      copy(1)
    } else if sees(")"), parentheses == 0, isInterpolation {
      modes.removeLast()
      copy(1)
    } else if sees(")") {
      set(.code(parentheses: max(0, parentheses - 1), isInterpolation: isInterpolation))
      copy(1)
    } else {
      copy(1)
    }
  }

  private mutating func stepInBlockComment(depth: Int) {
    if sees("/*") {
      set(.blockComment(depth: depth + 1))
      blank(2)
    } else if sees("*/") {
      if depth == 1 { modes.removeLast() } else { set(.blockComment(depth: depth - 1)) }
      blank(2)
    } else {
      blank(1)
    }
  }

  private mutating func stepInString(hashes: Int, isMultiline: Bool) {
    let fence = String(repeating: "#", count: hashes)
    let end = (isMultiline ? "\"\"\"" : "\"") + fence
    if sees(end) {
      copy(end.utf8.count)
      modes.removeLast()
    } else if sees("\\" + fence + "(") {
      blank(1 + hashes)
      copy(1)
      modes.append(.code(parentheses: 0, isInterpolation: true))
    } else if sees("\\" + fence) {
      blank(2 + hashes)
    } else {
      // A one-line string that does not end on its line was none: go on after it.
      if sees("\n"), !isMultiline { modes.removeLast() }
      blank(1)
    }
  }

  /// The number of `#` before a quote that opens a string here; nil if none opens.
  private func hashesBeforeQuote() -> Int? {
    var end = position
    while end < input.count, input[end] == UInt8(ascii: "#") { end += 1 }
    return end < input.count && input[end] == UInt8(ascii: "\"") ? end - position : nil
  }

  private func sees(_ text: String) -> Bool {
    var index = position
    for byte in text.utf8 {
      guard index < input.count, input[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private mutating func set(_ mode: Mode) { modes[modes.count - 1] = mode }

  private mutating func copy(_ count: Int) {
    let end = min(position + count, input.count)
    output.append(contentsOf: input[position..<end])
    position = end
  }

  private mutating func blank(_ count: Int) {
    let end = min(position + count, input.count)
    for byte in input[position..<end] {
      output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    }
    position = end
  }
}
