/// Bytes that are taken apart: choices first, then texts.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte as a choice; the first choice once there are no more bytes.
  mutating func choose<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int(rest.popFirst() ?? 0) % choices.count]
  }

  /// What is left, as texts with 0xFF between them, which no UTF-8 holds.
  func texts(atMost count: Int) -> [String] {
    rest.split(separator: 0xFF, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
