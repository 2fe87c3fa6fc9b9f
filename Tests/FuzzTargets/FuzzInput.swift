/// Bytes that are decoded: first choices, then texts.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte as a choice; the first choice when there are no more bytes.
  mutating func choose<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int(rest.popFirst() ?? 0) % choices.count]
  }

  /// The remaining bytes as texts, separated by 0xFF, which never occurs in UTF-8.
  func texts(atMost count: Int) -> [String] {
    rest.split(separator: 0xFF, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
