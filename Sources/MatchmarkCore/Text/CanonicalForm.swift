/// The two canonical normal forms of Unicode 15.0, for laws that rewrite texts and rows in both.
package enum CanonicalForm {
  private static let data = CanonicalData()

  /// The composed form (NFC).
  package static func composed(_ text: String) -> String {
    String(decoding: Folding.exact.fold(text), as: UTF8.self)
  }

  /// The decomposed form (NFD).
  ///
  /// - Complexity: O(n log n) for n scalars.
  package static func decomposed(_ text: String) -> String {
    var scalars: [UInt32] = []
    for scalar in text.unicodeScalars { append(scalar.value, to: &scalars) }
    sortMarks(of: &scalars)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
    return String(view)
  }

  private static func append(_ scalar: UInt32, to scalars: inout [UInt32]) {
    guard (0xAC00...0xD7A3).contains(scalar) else {
      scalars += data.decomposition(scalar)
      return
    }
    let index = scalar - 0xAC00
    scalars += [0x1100 + index / 588, 0x1161 + index % 588 / 28]
    if index % 28 > 0 { scalars.append(0x11A7 + index % 28) }
  }

  /// Sorts each run of marks by class; marks of one class keep their order.
  private static func sortMarks(of scalars: inout [UInt32]) {
    var start = 0
    while start < scalars.count {
      var end = start
      while end < scalars.count, data.combiningClass(scalars[end]) > 0 { end += 1 }
      let run = scalars[start..<end].enumerated().sorted { left, right in
        (data.combiningClass(left.element), left.offset)
          < (data.combiningClass(right.element), right.offset)
      }
      scalars.replaceSubrange(start..<end, with: run.map { $0.element })
      start = max(end, start + 1)
    }
  }
}
