import MatchmarkCore
import Yams

/// A YAML file read strictly: every key must be known, every error names file, line and column.
package struct YAMLFile {
  /// The most aliases of a file: a key made of aliases of aliases would have more parts than could
  /// ever be compared.
  static let aliasLimit = 40

  /// The most non-text keys of a file, none of which has a meaning: if two of them are duplicated,
  /// Yams sorts them, in a time that doubles with each level of nesting.
  static let keyLimit = 3

  let root: YAMLValue

  init(path: String) throws(CommandError) {
    try self.init(bytes: try InputFile.yaml.read(path), file: path)
  }

  /// Reads bytes.
  ///
  /// - Parameter file: the name of the file, for errors.
  package init(bytes: [UInt8], file: String) throws(CommandError) {
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
        throw CommandError.input("\(file):1:1: got an empty file, expected a YAML mapping")
      }
      root = YAMLValue(node: node, file: file)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .input("\(file):\(Self.describe(error))")
    }
  }

  /// The error for a file beyond ``aliasLimit``.
  static func tooManyAliases(_ count: Int, file: String) -> CommandError {
    .input("\(file): got \(count) aliases, expected at most \(aliasLimit)")
  }

  /// The error for a file beyond ``keyLimit``.
  static func tooManyKeys(_ count: Int, file: String) -> CommandError {
    .input(
      "\(file): got \(count) keys that are lists, mappings or aliases, expected at most \(keyLimit)"
    )
  }

  private static func describe(_ error: any Error) -> String {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      return "\(mark): malformed YAML: \(problem)"
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      return "\(context.mark): got the key '\(keys.sorted().joined(separator: "', '"))' twice"
    default:
      return " malformed YAML: \(error)"
    }
  }
}

/// A value of a YAML file, with its location.
struct YAMLValue {
  let node: Node
  let file: String

  /// An error about this value.
  func error(_ message: String) -> CommandError {
    .input("\(file):\(node.mark.map { "\($0): " } ?? " ")\(message)")
  }

  /// The values of a mapping whose keys are all in `known`.
  ///
  /// - Parameter formerly: former names of keys, with their current names.
  func mapping(
    _ known: [String], formerly: [String: String] = [:]
  ) throws(CommandError) -> YAMLMapping {
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

  /// The keys that have been renamed, in order, each with its current name.
  func formerKeys(_ names: [String: String]) -> [(former: String, name: String)] {
    (node.mapping?.map { $0.key } ?? []).compactMap { key in
      guard let former = key.string, let name = names[former] else { return nil }
      return (former, name)
    }
  }

  /// Whether it is a mapping, for values that may have other forms.
  var isMapping: Bool { node.mapping != nil }

  /// The elements of a sequence; a single value counts as a sequence of one.
  func elements() throws(CommandError) -> [YAMLValue] {
    guard let sequence = node.sequence else {
      if node.mapping != nil { throw error("got a mapping, expected a list") }
      return [self]
    }
    return sequence.map { YAMLValue(node: $0, file: file) }
  }

  func text() throws(CommandError) -> String {
    guard let text = node.scalar?.string else { throw error("got \(kind), expected text") }
    return text
  }

  /// A whole number; underscores may group its digits.
  func whole(_ range: NumberRange) throws(CommandError) -> Int {
    let text = try text()
    guard let number = range.wholeNumber(text.replacing("_", with: "")) else {
      throw error("got '\(text)', expected \(range.expectation)")
    }
    return number
  }

  /// A number, or a time with its unit.
  func number(_ range: NumberRange) throws(CommandError) -> Double {
    let text = try text()
    guard let number = range.realNumber(text) else {
      throw error("got '\(text)', expected \(range.expectation)")
    }
    return number
  }

  /// One of the known names of a kind of thing.
  func name(_ kind: String, among known: [String]) throws(CommandError) -> String {
    let text = try text()
    guard known.contains(text) else {
      throw error("got \(kind) '\(text)', expected \(Self.oneOf(known, near: text))")
    }
    return text
  }

  /// One of the raw values of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) throws(CommandError) -> Choice {
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
struct YAMLMapping {
  fileprivate let place: YAMLValue
  fileprivate let values: [String: YAMLValue]

  var isEmpty: Bool { values.isEmpty }

  subscript(key: String) -> YAMLValue? { values[key] }

  /// The value of a required key.
  ///
  /// - Parameter meaning: what is expected, for the error if it is missing.
  func required(_ key: String, _ meaning: String? = nil) throws(CommandError) -> YAMLValue {
    guard let value = values[key] else {
      throw place.error("got no key '\(key)'" + (meaning.map { ", expected \($0)" } ?? ""))
    }
    return value
  }
}
