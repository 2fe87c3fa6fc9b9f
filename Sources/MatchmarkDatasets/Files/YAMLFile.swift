import MatchmarkCore
package import Yams

/// A YAML file read strictly: every key must be known, every error names file, line and column.
package struct YAMLFile {
  /// The most aliases of a file: a key made of aliases of aliases would have more parts than could
  /// ever be compared.
  package static let aliasLimit = 40

  /// The most non-text keys of a file, none of which has a meaning: if two of them are duplicated,
  /// Yams sorts them, in a time that doubles with each level of nesting.
  package static let keyLimit = 3

  /// The deepest nesting that libyaml reads; a little more if all of it is lists in brackets.
  package static let depthLimit = 1_000
  package static let tooDeep = "got values nested deeper than \(depthLimit), expected no deeper"

  package let root: YAMLValue

  package init(path: String) throws(InputError) {
    try self.init(bytes: try InputFile.yaml.read(path), file: path)
  }

  package init(bytes: [UInt8], file: String) throws(InputError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .input("\(file): got bytes that are not UTF-8, expected a YAML file")
    }
    let swelling = YAMLSwelling(bytes)
    guard swelling.aliasCount <= Self.aliasLimit else {
      throw Self.tooManyAliases(swelling.aliasCount, file: file)
    }
    guard swelling.keyCount <= Self.keyLimit else {
      throw Self.tooManyKeys(swelling.keyCount, file: file)
    }
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw InputError.input("\(file):1:1: got an empty file, expected a YAML mapping")
      }
      root = YAMLValue(node: node, file: file)
    } catch let error as InputError {
      throw error
    } catch {
      throw .input("\(file):\(Self.describe(error))")
    }
  }

  package static func tooManyAliases(_ count: Int, file: String) -> InputError {
    .input("\(file): got \(count) aliases, expected at most \(aliasLimit)")
  }

  package static func tooManyKeys(_ count: Int, file: String) -> InputError {
    .input(
      "\(file): got \(count) keys that are lists, mappings or aliases, expected at most \(keyLimit)"
    )
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      let isTooDeep = problem.hasPrefix("Maximum nesting level")
      return "\(mark): " + (isTooDeep ? tooDeep : "malformed YAML: \(problem)")
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      return "\(context.mark): got the key '\(keys.sorted().joined(separator: "', '"))' twice"
    default:
      return " malformed YAML: \(error)"
    }
  }
}

/// A value of a YAML file, with its location.
package struct YAMLValue {
  package let node: Node
  package let file: String

  package func error(_ message: String) -> InputError {
    .input("\(file):\(node.mark.map { "\($0): " } ?? " ")\(message)")
  }

  /// The values of a mapping whose keys are all in `known`.
  ///
  /// - Parameter formerly: former names of keys, with their current names.
  package func mapping(
    _ known: [String], formerly: [String: String] = [:]
  ) throws(InputError) -> YAMLMapping {
    guard let mapping = node.mapping else {
      throw error("got \(kind), expected a mapping with the keys \(known.joined(separator: ", "))")
    }
    var values: [String: YAMLValue] = [:]
    for (key, value) in mapping {
      guard let name = key.string.map({ formerly[$0] ?? $0 }), known.contains(name) else {
        let got = key.string ?? "a key that is not text"
        throw YAMLValue(node: key, file: file).error(
          "got key '\(got)', expected \(Self.oneOf(known, near: got))")
      }
      guard values[name] == nil else {
        throw YAMLValue(node: key, file: file).error("got the key '\(name)' twice, under two names")
      }
      values[name] = YAMLValue(node: value, file: file)
    }
    return YAMLMapping(place: self, values: values)
  }

  /// The value of a key in a mapping of which other keys belong to others; nil if it has none.
  package subscript(key: String) -> YAMLValue? {
    node.mapping?[key].map { YAMLValue(node: $0, file: file) }
  }

  /// The keys that have been renamed, in order, each with its current name.
  package func formerKeys(_ names: [String: String]) -> [(former: String, name: String)] {
    (node.mapping?.map { $0.key } ?? []).compactMap { key in
      guard let former = key.string, let name = names[former] else { return nil }
      return (former, name)
    }
  }

  package var isMapping: Bool { node.mapping != nil }

  /// The elements of a sequence; a single value counts as a sequence of one.
  package func elements() throws(InputError) -> [YAMLValue] {
    guard let sequence = node.sequence else {
      if node.mapping != nil { throw error("got a mapping, expected a list") }
      return [self]
    }
    return sequence.map { YAMLValue(node: $0, file: file) }
  }

  /// The elements as `read` reads them; no two may have the same name.
  package func distinct<Item>(
    _ kind: String, by name: (Item) -> String,
    _ read: (YAMLValue) throws(InputError) -> Item
  ) throws(InputError) -> [Item] {
    var seen: Set<String> = []
    return try elements().map { element throws(InputError) in
      let item = try read(element)
      guard seen.insert(name(item)).inserted else {
        throw element.error("got the \(kind) '\(name(item))' twice, expected it only once")
      }
      return item
    }
  }

  package func texts() throws(InputError) -> [String] {
    try elements().map { element throws(InputError) in try element.text() }
  }

  package func text() throws(InputError) -> String {
    guard let text = node.scalar?.string else { throw error("got \(kind), expected text") }
    return text
  }

  /// Parses the text; nil from `parse` means that the text does not have the expected form.
  package func parsed<Value>(
    _ expectation: String, by parse: (String) -> Value?
  ) throws(InputError) -> Value {
    let text = try text()
    guard let value = parse(text) else { throw error("got '\(text)', expected \(expectation)") }
    return value
  }

  /// A whole number; underscores may group its digits.
  package func whole(_ range: NumberRange) throws(InputError) -> Int {
    try parsed(range.expectation) { range.wholeNumber($0.replacing("_", with: "")) }
  }

  /// A number, or a time with its unit.
  package func number(_ range: NumberRange) throws(InputError) -> Double {
    try parsed(range.expectation, by: range.realNumber)
  }

  package func name(_ kind: String, among known: [String]) throws(InputError) -> String {
    try item(kind, among: known, by: \.self)
  }

  package func item<Item>(
    _ kind: String, among items: [Item], by name: (Item) -> String
  ) throws(InputError) -> Item {
    let text = try text()
    guard let item = items.first(where: { name($0) == text }) else {
      throw error("got \(kind) '\(text)', expected \(Self.oneOf(items.map(name), near: text))")
    }
    return item
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) throws(InputError) -> Choice {
    let text = try text()
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue)
      throw error("got '\(text)', expected \(Self.oneOf(known, near: text))")
    }
    return choice
  }

  private static func oneOf(_ known: [String], near name: String) -> String {
    "one of \(known.joined(separator: ", "))" + NearestName.hint(name, among: known)
  }

  private var kind: String {
    if node.mapping != nil { return "a mapping" }
    return node.sequence != nil ? "a list" : "text"
  }
}

/// The values of a mapping whose keys are all known.
package struct YAMLMapping {
  fileprivate let place: YAMLValue
  fileprivate let values: [String: YAMLValue]

  package var isEmpty: Bool { values.isEmpty }

  package subscript(key: String) -> YAMLValue? { values[key] }

  /// - Parameter meaning: the expected value, for the error if it is missing.
  package func required(_ key: String, _ meaning: String? = nil) throws(InputError) -> YAMLValue {
    guard let value = values[key] else {
      throw place.error("missing key '\(key)'" + (meaning.map { ", expected \($0)" } ?? ""))
    }
    return value
  }
}

/// The signs that can make a short YAML file slow to parse, counted before a parser sees them.
///
/// Counts everything that may be such a thing, even in a sentence or a comment.
struct YAMLSwelling {
  /// Asterisks that begin a word.
  private(set) var aliasCount = 0
  /// Keys that are lists, mappings or aliases: after a question mark that begins a word, before a
  /// colon, and in braces before any colon.
  private(set) var keyCount = 0

  private var flows: [Flow] = []
  /// The byte before a colon, ignoring blanks.
  private var end = KeyEnd.none

  private enum Flow {
    case list, key, value
  }

  private enum KeyEnd {
    case none, alias, aliasAndBlank, bracket
  }

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var before = UInt8(ascii: " ")
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\n")
      note(byte, beginsWord: Self.beginsWord(after: before), next: next)
      before = byte
    }
  }

  private mutating func note(_ byte: UInt8, beginsWord: Bool, next: UInt8) {
    switch byte {
    case UInt8(ascii: "*") where beginsWord && !Self.isSpace(next):
      aliasCount += 1
      noteKeyInBraces()
      end = .alias
    case UInt8(ascii: "?") where beginsWord: keyCount += 1
    // In quoted text, they open nothing.
    case UInt8(ascii: "[") where beginsWord, UInt8(ascii: "{") where beginsWord:
      noteKeyInBraces()
      flows.append(byte == UInt8(ascii: "{") ? .key : .list)
      end = .none
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      _ = flows.popLast()
      end = .bracket
    case UInt8(ascii: ","):
      if flows.last == .value { flows[flows.count - 1] = .key }
      end = .none
    case UInt8(ascii: ":"): noteColon()
    case UInt8(ascii: " "), UInt8(ascii: "\t"): if end == .alias { end = .aliasAndBlank }
    default: if end != .alias || !Self.isAlias(byte) { end = .none }
    }
  }

  private mutating func noteKeyInBraces() {
    if flows.last == .key { keyCount += 1 }
  }

  /// In braces, a key was counted where it began.
  private mutating func noteColon() {
    if flows.last == .key {
      flows[flows.count - 1] = .value
    } else if end != .none {
      keyCount += 1
    }
    end = .none
  }

  /// A word may begin after a non-ASCII byte: YAML knows three Unicode line ends.
  private static func beginsWord(after byte: UInt8) -> Bool {
    byte >= 0x80 || isSpace(byte) || "[{,:?-".utf8.contains(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private static func isAlias(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
