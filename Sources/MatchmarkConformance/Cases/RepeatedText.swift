internal import MatchmarkCore

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

  /// What a file is told that has more.
  static func tooLong(in file: String) -> ConformanceError {
    .wrongValue(
      got: "repeated texts of more than \(sizeLimitInBytes) bytes in all",
      expected: "at most that", at: CasePlace(file: file))
  }

  private static func sum(_ values: some Sequence<JSONValue>) -> Int {
    values.reduce(0) { total, value in
      let sum = total.addingReportingOverflow(sizeInBytes(in: value))
      return sum.overflow ? .max : sum.partialValue
    }
  }
}
