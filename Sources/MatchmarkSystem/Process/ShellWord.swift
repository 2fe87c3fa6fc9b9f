/// Words in a form that a POSIX shell reads back, byte for byte.
package enum ShellWord {
  package static func line(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// Returns an option with its value, in a form in which the value cannot be mistaken for another
  /// option.
  package static func option(_ name: String, _ value: String) -> [String] {
    value.utf8.first == UInt8(ascii: "-") ? ["\(name)=\(value)"] : [name, value]
  }

  /// Returns a word, in quotation marks if it needs them.
  ///
  /// The word is examined scalar by scalar: a mark after an apostrophe forms one character with it,
  /// but a shell sees the apostrophe. Control characters are produced by printf(1), so that a line
  /// contains none: a program that displays the line would remove them, and quotation marks with
  /// them. Only line feeds at the end of a word stay as they are, because a shell removes those at
  /// the end of a command's output.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    let scalars = Array(word.unicodeScalars)
    let end = scalars.count - scalars.reversed().prefix { $0 == "\n" }.count
    var result = "'"
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "'" {
        result += "'\\''"
      } else if position < end, isControl(scalar) {
        // A line feed is printed together with the next scalar, so that it is not the last one.
        let last = scalars[position..<end].firstIndex { $0 != "\n" } ?? end - 1
        result += "'\"$(printf '\(scalars[position...last].map(octal).joined())')\"'"
        position = last
      } else {
        result.unicodeScalars.append(scalar)
      }
      position += 1
    }
    return result + "'"
  }

  /// Returns true if a scalar may control a terminal, change the order of the following text, or
  /// hide text.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1; line separators.
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: true
    default: scalar.isDeceptive
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-_./=:,@%+".utf8.contains(byte)
  }

  /// Returns the octal escape of each byte, such as `\033`.
  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}

/// The name of the program in command lines that the user sees and may paste into a shell.
package struct ShownProgram: Sendable, Codable {
  private let name: String
  /// The paths that the running command was given, by option.
  ///
  /// They name programs or files of this machine, so reports never show the paths of a record; they
  /// show those of the reader or a placeholder.
  package let ownPaths: [String: String]

  /// The options whose values are paths.
  package static let pathOptions = [
    "--engine-file", "--against", "--baseline-folder", "--divergences",
  ]

  package init(_ name: String, ownPaths: [String: String] = [:]) {
    self.name = name
    self.ownPaths = ownPaths
  }

  package var engineFile: String? { ownPaths["--engine-file"] }

  package func command(_ words: [String]) -> String { ShellWord.line([name] + words) }
}

/// The arguments of this process in the form in which the system holds them.
package enum ProgramArguments {
  /// Returns the first argument that is not UTF-8, with its invalid bytes as `\xFF`; nil if all are
  /// valid.
  ///
  /// A `String` cannot hold such a path: it would name another file, which a command would then
  /// create, or fail to find.
  package static func firstMalformed() -> String? {
    // The array is the process's own and ends with a null pointer; its texts are only read.
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      if unsafe String(validatingCString: argument) != nil { continue }
      var bytes: [UInt8] = []
      while unsafe argument[bytes.count] != 0 {
        bytes.append(unsafe UInt8(bitPattern: argument[bytes.count]))
      }
      return shown(bytes)
    }
    return nil
  }

  /// Returns ASCII unchanged, and every other byte as `\xFF`.
  static func shown(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      guard !(0x20..<0x7F).contains(byte) else { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }
}

extension Unicode.Scalar {
  /// True if the scalar itself is invisible and changes the order in which a screen shows the
  /// following text (directional marks, embeddings, overrides and isolates) or carries text that no
  /// screen shows (tags).
  ///
  /// Directional scalars can make a report appear to say something that no one wrote
  /// (CVE-2021-42574); tags can tell a program something that no person sees. So each is shown as
  /// its number instead.
  package var isDeceptive: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
    default: false
    }
  }
}
