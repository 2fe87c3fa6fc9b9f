package import MatchmarkDatasets
import MatchmarkRecord

/// A size of a measured list: a number of rows, or a multiple of the rows of a file, as in `10x`.
package enum ListSize: Hashable, Sendable, CustomStringConvertible {
  case rows(Int)
  case multiple(Int)

  /// Reads a size; the result is nil for any other text.
  package init?(_ text: String) {
    if text.hasSuffix("x") {
      guard let factor = NumberRange.multiple.wholeNumber(String(text.dropLast())) else {
        return nil
      }
      self = .multiple(factor)
    } else {
      guard let count = NumberRange.size.wholeNumber(text) else { return nil }
      self = .rows(count)
    }
  }

  /// Reads different sizes, separated by commas; nil for any other text.
  static func all(in text: String) -> [ListSize]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let sizes = parts.compactMap { ListSize(String($0)) }
    return sizes.count == parts.count && sizes.count <= NumberRange.sizeLimit ? sizes : nil
  }

  package var description: String {
    switch self {
    case .rows(let count): "\(count)"
    case .multiple(let factor): "\(factor)x"
    }
  }

  /// Returns the number of rows, given those of the file.
  ///
  /// - Throws: ``InputError/usage(_:)`` above the limit of a generated corpus.
  package func rowCount(ofFileWith own: Int) throws(InputError) -> Int {
    let factor: Int
    switch self {
    case .rows(let count): return count
    case .multiple(let number): factor = number
    }
    let (count, isTooLarge) = own.multipliedReportingOverflow(by: factor)
    guard !isTooLarge, count <= CorpusSource.generatedRowLimit else {
      throw .usage(
        "got --sizes \(self) of \(QuantityFormat.rows(own)), expected at most "
          + QuantityFormat.rows(CorpusSource.generatedRowLimit))
    }
    return count
  }
}
