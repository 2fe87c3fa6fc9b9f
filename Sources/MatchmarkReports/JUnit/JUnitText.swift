/// The limits of texts in a report, in bytes of UTF-8, and how texts are cut.
///
/// Consumers based on libxml2 reject values of 10 MB, viewers show a few hundred characters, and
/// upload limits apply to the whole file. A cut text says so.
package enum JUnitText {
  /// A name of a case, class, suite or property.
  package static let nameSizeInBytes = 1024
  package static let messageSizeInBytes = 1024
  package static let valueSizeInBytes = 4096
  /// The output or the details of one case.
  package static let caseOutputSizeInBytes = 65_536
  /// Each output of one suite.
  package static let suiteOutputSizeInBytes = 1 << 20
  /// Cases of one class in one suite.
  package static let caseCount = 20_000

  /// A name of a case, class, suite or property.
  static func name(_ text: String, fallback: String) -> String {
    line(text, limit: nameSizeInBytes, fallback: fallback)
  }

  static func message(_ text: String, fallback: String) -> String {
    line(text, limit: messageSizeInBytes, fallback: fallback)
  }

  /// One clean line of at most `limit` bytes; `fallback` if nothing is left of it.
  static func line(_ text: String, limit: Int, fallback: String) -> String {
    var line = XMLSanitiser.clean(text, as: .line)
    if line.utf8.count > limit { line = prefix(of: line, sizeInBytes: limit - 3) + "…" }
    return line.isEmpty ? fallback : line
  }

  /// Clean text of at most `limit` bytes with its line ends; it ends with the number of bytes cut.
  static func block(_ text: String, limit: Int) -> String {
    let clean = XMLSanitiser.clean(text, as: .text)
    guard clean.utf8.count > limit else { return clean }
    let kept = prefix(of: clean, sizeInBytes: limit - 64)
    return "\(kept)\n[\(clean.utf8.count - kept.utf8.count) of \(clean.utf8.count) bytes left out]"
  }

  /// The longest prefix of whole Unicode characters that fits.
  private static func prefix(of text: String, sizeInBytes: Int) -> String {
    let bytes = Array(text.utf8.prefix(sizeInBytes + 1))
    guard bytes.count > sizeInBytes else { return text }
    var end = sizeInBytes
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// Makes the names of one suite's cases unique within their class.
///
/// Consumers identify a case by suite, class and name: of three equal ones they show only one. The
/// second is renamed `name #2`, and so on, in the order of the file.
///
/// - Complexity: O(n) expected time and memory for n names.
struct JUnitNames {
  private struct Key: Hashable {
    var classname: String
    var name: String
  }

  /// For each used name, the number to try next for a duplicate.
  private var numbers: [Key: Int] = [:]

  /// The unique name for the next case of a class.
  mutating func unique(_ name: String, in classname: String = "") -> String {
    let key = Key(classname: classname, name: name)
    guard var number = numbers[key] else {
      numbers[key] = 2
      return name
    }
    var candidate = key
    repeat {
      candidate.name = "\(name) #\(number)"
      number += 1
    } while numbers[candidate] != nil
    numbers[candidate] = 2
    numbers[key] = number
    return candidate.name
  }
}
