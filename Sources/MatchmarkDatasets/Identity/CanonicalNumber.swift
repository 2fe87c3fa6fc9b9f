/// The one spelling of a decimal: ASCII digits, no zeros that say nothing.
enum CanonicalNumber {
  /// Appends the canonical spelling of a cell that is known to be a decimal.
  ///
  /// `025.00` becomes `25`, `٢٠١٨` becomes `2018`, `0.50` becomes `0.5`.
  ///
  /// - Complexity: O(bytes).
  static func append(_ cell: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var digits: [UInt8] = []
    var pointIndex: Int?
    for scalar in String(decoding: cell, as: UTF8.self).unicodeScalars {
      if scalar == "." {
        pointIndex = digits.count
      } else {
        // A decimal digit of any script has a whole value from 0 to 9.
        digits.append(UInt8(ascii: "0") + UInt8(scalar.properties.numericValue ?? 0))
      }
    }
    let whole = digits[..<(pointIndex ?? digits.count)].drop { $0 == UInt8(ascii: "0") }
    var fraction = digits[(pointIndex ?? digits.count)...]
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    if whole.isEmpty { output.append(UInt8(ascii: "0")) }
    output += whole
    if !fraction.isEmpty {
      output.append(UInt8(ascii: "."))
      output += fraction
    }
  }
}
