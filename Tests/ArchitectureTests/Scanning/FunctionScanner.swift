/// The size of a function, initializer, subscript or computed property.
struct FunctionShape: Equatable {
  /// The line of the keyword, from 0.
  let line: Int
  /// The number of parameters of the declaration.
  let parameterCount: Int
  /// The lines from the keyword to the closing brace; 0 without a body.
  let lineCount: Int
  /// An initializer may take every property of its struct.
  var isInitializer = false
}

/// Finds functions in masked code by their keywords and brackets.
struct FunctionScanner {
  private let tokens: [Token]

  /// All functions of a file, in order.
  static func functions(in file: SourceFile) -> [FunctionShape] {
    let scanner = FunctionScanner(tokens: Token.tokens(of: file.code))
    return scanner.tokens.indices.compactMap(scanner.function)
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  private func function(at index: Int) -> FunctionShape? {
    switch text(index) {
    case "func": return callable(at: index)
    case "init", "subscript":
      // A call of an initializer follows a dot.
      guard text(index - 1) != ".", ["(", "<", "?", "!"].contains(text(index + 1)) else {
        return nil
      }
      var shape = callable(at: index)
      shape?.isInitializer = text(index) == "init"
      return shape
    case "var": return property(at: index)
    default: return nil
    }
  }

  private func callable(at index: Int) -> FunctionShape? {
    guard let open = tokens[index...].firstIndex(where: { $0.text == "(" }) else { return nil }
    let (close, count) = parameters(from: open)
    guard let brace = bodyStart(after: close) else {
      return FunctionShape(line: tokens[index].line, parameterCount: count, lineCount: 0)
    }
    return FunctionShape(
      line: tokens[index].line, parameterCount: count, lineCount: lines(from: index, body: brace))
  }

  /// A computed property: a name, a type, and a brace without a value before it.
  private func property(at index: Int) -> FunctionShape? {
    guard text(index + 2) == ":" else { return nil }
    var current = index + 3
    while current < tokens.count, tokens[current].line == tokens[index].line {
      if text(current) == "=" { return nil }
      if text(current) == "{" {
        return FunctionShape(
          line: tokens[index].line, parameterCount: 0, lineCount: lines(from: index, body: current))
      }
      current += 1
    }
    return nil
  }

  /// The parenthesis that closes a parameter list, and the number of parameters.
  private func parameters(from open: Int) -> (close: Int, count: Int) {
    var depth = 0
    var angles = 0
    var count = 0
    var isInParameter = false
    for index in open..<tokens.count {
      switch text(index) {
      case "(", "[", "{":
        if depth > 0 { isInParameter = true }
        depth += 1
      case ")", "]", "}":
        depth -= 1
        if depth == 0 { return (index, count + (isInParameter ? 1 : 0)) }
      case "<": angles += 1
      case ">": if text(index - 1) != "-" { angles = max(0, angles - 1) }
      case "," where depth == 1 && angles == 0:
        count += 1
        isInParameter = false
      default: isInParameter = true
      }
    }
    return (tokens.count - 1, count)
  }

  /// The brace that opens the body; nil for a requirement of a protocol, which has none.
  private func bodyStart(after close: Int) -> Int? {
    var depth = 0
    for index in (close + 1)..<max(close + 1, tokens.count) {
      let isNewLine = tokens[index].line > tokens[index - 1].line
      if depth == 0, isNewLine, !continuesSignature(index) { return nil }
      switch text(index) {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      case "}": return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private func continuesSignature(_ index: Int) -> Bool {
    if ["-", "{", "where", "async", "throws", "rethrows"].contains(text(index)) { return true }
    if [",", ":", "&", "where"].contains(text(index - 1)) { return true }
    return text(index - 1) == ">" && text(index - 2) == "-"
  }

  private func lines(from index: Int, body brace: Int) -> Int {
    var depth = 0
    for current in brace..<tokens.count {
      if text(current) == "{" { depth += 1 }
      if text(current) == "}" { depth -= 1 }
      if depth == 0 { return tokens[current].line - tokens[index].line + 1 }
    }
    return (tokens.last?.line ?? 0) - tokens[index].line + 1
  }
}
