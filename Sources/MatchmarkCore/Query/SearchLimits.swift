/// The limits of the contract: above each there is a named error, never truncation.
public enum SearchLimits {
  /// The longest query text, in UTF-8 bytes: ``QueryError/textTooLong(sizeInBytes:)``.
  public static let querySizeInBytes = 4_096
  /// The most terms of one query: ``QueryError/tooManyTerms(_:)``.
  public static let termCount = 32
  /// The most tokens of one query: ``QueryError/tooManyTokens(_:)``.
  public static let tokenCount = 64
  /// The longest cell, in raw UTF-8 bytes; folded text may be up to three times that.
  public static let fieldSizeInBytes = 65_536
  /// The most columns of a corpus: ``CorpusError/tooLarge(_:)``.
  public static let columnCount = 1_024
  /// The most rows of a corpus: row ids fit in 32 bits and leave room for sentinels.
  public static let rowCount = 1 << 30
  /// The most text of one column, raw or folded: offsets fit in 32 bits.
  public static let columnSizeInBytes = Int(clamping: UInt32.max) - 4_096
}
