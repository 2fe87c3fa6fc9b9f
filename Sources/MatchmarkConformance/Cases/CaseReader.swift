internal import FoundationEssentials
internal import MatchmarkCore

/// A value of a case file and where it stands; reads strictly, so that no typing error is skipped.
struct CaseReader {
  let json: JSONValue
  let place: CasePlace

  init(_ json: JSONValue, at place: CasePlace) {
    self.json = json
    self.place = place
  }

  /// The whole of a file.
  ///
  /// - Throws: ``ConformanceError/notJSON(file:reason:)``, or
  ///   ``ConformanceError/wrongValue(got:expected:at:)`` beyond ``RepeatedText/sizeLimitInBytes``.
  init(bytes: [UInt8], file: String) throws(ConformanceError) {
    place = CasePlace(file: file)
    if let offence = JSONBounds.offence(in: bytes) {
      throw .notJSON(file: file, reason: "\(offence.message), at byte \(offence.offset)")
    }
    let json: JSONValue
    do { json = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } catch {
      throw .notJSON(file: file, reason: DecodingReason.of(error))
    }
    guard RepeatedText.sizeInBytes(in: json) <= RepeatedText.sizeLimitInBytes else {
      throw RepeatedText.tooLong(in: file)
    }
    self.json = json
  }

  /// The object, which has all required keys and none beyond the optional ones.
  func object(
    _ required: [String], optional: [String] = []
  ) throws(ConformanceError) -> CaseObject {
    let values = try members()
    let known = required + optional
    for key in values.keys.sorted() where !known.contains(key) {
      throw .unknownKey(key, known: known, at: place)
    }
    for key in required where values[key] == nil { throw .missingKey(key, at: place) }
    return CaseObject(values: values, place: place)
  }

  /// The values of an object, whatever its keys.
  func members() throws(ConformanceError) -> [String: JSONValue] {
    guard case .object(let values) = json else { throw wrong("an object") }
    return values
  }

  var isNull: Bool { json == .null }

  func array() throws(ConformanceError) -> [CaseReader] {
    guard case .array(let values) = json else { throw wrong("an array") }
    return values.enumerated().map { CaseReader($1, at: place.index($0)) }
  }

  func string() throws(ConformanceError) -> String {
    guard case .string(let text) = json else { throw wrong("a string") }
    return text
  }

  func optionalString() throws(ConformanceError) -> String? {
    isNull ? nil : try string()
  }

  func strings() throws(ConformanceError) -> [String] {
    try array().map { value throws(ConformanceError) in try value.string() }
  }

  func index() throws(ConformanceError) -> Int {
    guard case .integer(let value) = json, value >= 0 else {
      throw wrong("a whole number, 0 or more")
    }
    return value
  }

  func boolean() throws(ConformanceError) -> Bool {
    guard case .boolean(let value) = json else { throw wrong("true or false") }
    return value
  }

  /// A string, or `{"repeat": string, "times": number}` for a long one.
  func text() throws(ConformanceError) -> String {
    if case .string(let text) = json { return text }
    let object = try object(["repeat", "times"])
    // What all of them come to was looked at before any is made.
    return String(
      repeating: try object.reader("repeat").string(), count: try object.reader("times").index())
  }

  /// The case of an enumeration that the string names.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(ConformanceError) -> Choice where Choice.RawValue == String {
    let name = try string()
    guard let value = Choice(rawValue: name) else {
      let known = Choice.allCases.map(\.rawValue)
      throw .unknownName(kind: "value", name: name, known: known, at: place)
    }
    return value
  }

  func wrong(_ expected: String) -> ConformanceError {
    .wrongValue(got: json.summary, expected: expected, at: place)
  }
}

/// An object whose keys have been checked.
struct CaseObject {
  let values: [String: JSONValue]
  let place: CasePlace

  fileprivate init(values: [String: JSONValue], place: CasePlace) {
    self.values = values
    self.place = place
  }

  /// The value of a key; null where it is optional and not there.
  func reader(_ key: String) -> CaseReader {
    CaseReader(values[key] ?? .null, at: place.key(key))
  }

  /// The value of an optional key.
  func optional(_ key: String) -> CaseReader? {
    values[key].map { CaseReader($0, at: place.key(key)) }
  }

  /// All keys with their values, in alphabetical order.
  var entries: [(key: String, value: CaseReader)] {
    values.keys.sorted().map { ($0, reader($0)) }
  }
}

/// Long texts of a case file, `{"repeat": "a", "times": 4096}`: the one thing in it that becomes
/// more than it is.
enum RepeatedText {
  /// What all of them in one file may come to; the hostile lengths of the contract end at 64 KiB.
  static let sizeLimitInBytes = 1 << 24

  /// What all of them in a value come to; no more than the largest number, where it is more.
  ///
  /// - Complexity: O(values); nothing is repeated.
  static func sizeInBytes(in json: JSONValue) -> Int {
    switch json {
    case .object(let members):
      if case .string(let text)? = members["repeat"], case .integer(let times)? = members["times"] {
        let product = text.utf8.count.multipliedReportingOverflow(by: max(times, 0))
        return product.overflow ? .max : product.partialValue
      }
      return sum(members.values)
    case .array(let elements): return sum(elements)
    default: return 0
    }
  }

  /// The error for a file that has more.
  static func tooLong(in file: String) -> ConformanceError {
    .wrongValue(
      got: "repeated texts of more than \(sizeLimitInBytes) bytes in all",
      expected: "no more", at: CasePlace(file: file))
  }

  private static func sum(_ values: some Sequence<JSONValue>) -> Int {
    values.reduce(0) { total, value in
      let sum = total.addingReportingOverflow(sizeInBytes(in: value))
      return sum.overflow ? .max : sum.partialValue
    }
  }
}
