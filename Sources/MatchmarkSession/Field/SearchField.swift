/// The content of a search field: tokens, then text, with a selection.
///
/// Positions count the tokens first and then the characters of the text, from 0: with two tokens
/// and the text `uni`, position 1 lies between the tokens, 2 before the text and 5 at its end. An
/// empty selection is a caret.
public struct SearchField: Sendable, Hashable {
  /// The tokens, in order.
  public internal(set) var tokens: [FieldToken] = []
  /// The text, including marked text.
  public internal(set) var text = ""
  /// The selected positions.
  public internal(set) var selection = 0..<0
  /// The positions of the text that an input method is still composing; nil if there is none.
  public internal(set) var markedRange: Range<Int>?

  /// Creates an empty field.
  public init() {}

  /// Creates a field with its caret at the end.
  public init(tokens: [FieldToken], text: String) {
    self.tokens = tokens
    self.text = text
    setCaret(textualRange.upperBound)
  }

  /// True if there are no tokens and no text.
  public var isEmpty: Bool { tokens.isEmpty && text.isEmpty }

  /// The positions of the text.
  ///
  /// - Complexity: O(text).
  public var textualRange: Range<Int> { tokens.count..<tokens.count + text.count }

  /// Returns the tokens in a range of positions.
  public func tokens(in range: Range<Int>) -> ArraySlice<FieldToken> {
    tokens[range.clamped(to: tokens.indices)]
  }

  /// Returns the part of the text in a range of positions.
  ///
  /// - Complexity: O(text).
  public func text(in range: Range<Int>) -> String {
    let characters = offsets(range)
    return String(text.dropFirst(characters.lowerBound).prefix(characters.count))
  }

  /// Returns true if both fields hold the same tokens and the same text, regardless of the caret.
  ///
  /// `String` equality would treat canonically equivalent texts as the same.
  func holdsTheSame(as other: SearchField) -> Bool {
    tokens == other.tokens && text.utf8.elementsEqual(other.text.utf8)
  }

  /// Returns the field with the text in `range` replaced, and the caret after the new text.
  ///
  /// Tokens in the range stay.
  func replacingText(in range: Range<Int>, with new: String) -> SearchField {
    var field = self
    let characters = offsets(range)
    let head = text.prefix(characters.lowerBound) + new
    field.text = String(head + text.dropFirst(characters.upperBound))
    // Characters may join where the texts meet, so they are counted after joining.
    field.setCaret(tokens.count + min(head.count, field.text.count))
    field.markedRange = nil
    return field
  }

  /// Inserts tokens; the selection stays and does not grow to include a token at its edge.
  mutating func insert(_ new: [FieldToken], at index: Int) {
    tokens.insert(contentsOf: new, at: index)
    func moved(_ position: Int) -> Int { position >= index ? position + new.count : position }
    let start = moved(selection.lowerBound)
    let endsAtIndex = !selection.isEmpty && selection.upperBound == index
    selection = start..<(endsAtIndex ? index : moved(selection.upperBound))
    markedRange = markedRange.map { moved($0.lowerBound)..<moved($0.upperBound) }
  }

  /// Removes tokens; the rest of the selection stays.
  mutating func removeTokens(_ range: Range<Int>) {
    tokens.removeSubrange(range)
    func moved(_ position: Int) -> Int {
      position < range.lowerBound ? position : max(range.lowerBound, position - range.count)
    }
    selection = moved(selection.lowerBound)..<moved(selection.upperBound)
    markedRange = markedRange.map { moved($0.lowerBound)..<moved($0.upperBound) }
  }

  mutating func setCaret(_ position: Int) { selection = position..<position }

  var selectedTokens: Range<Int> { selection.clamped(to: tokens.indices) }

  /// Returns positions as offsets into the text.
  private func offsets(_ range: Range<Int>) -> Range<Int> {
    let first = min(max(0, range.lowerBound - tokens.count), text.count)
    return first..<min(max(first, range.upperBound - tokens.count), text.count)
  }
}
