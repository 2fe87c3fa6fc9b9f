/// Words in the form that a POSIX shell reads back, byte for byte.
package enum ShellWord {
  package static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// An option with its value, which cannot be mistaken for another option.
  package static func option(_ name: String, _ value: String) -> [String] {
    value.utf8.first == UInt8(ascii: "-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// A word, in quotation marks if it needs them.
  ///
  /// It is examined scalar by scalar: a mark after an apostrophe forms one character with it, but
  /// a shell sees the apostrophe. Control characters are produced by printf(1), so that a line
  /// holds none: code that shows the line would drop them, and quotation marks with them.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    var result = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" {
        result += "'\\''"
      } else if scalar != "\n", scalar != "\t", isControl(scalar) {
        result += "'\"$(printf '\(octal(scalar))')\"'"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// Whether a terminal may obey a scalar, or change the order of what follows.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1; line separators.
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
    default: scalar.turnsDirection
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-_./=:,@%+".utf8.contains(byte)
  }

  /// `\033` for each byte.
  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}
