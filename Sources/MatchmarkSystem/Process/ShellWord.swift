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
  /// holds none: code that shows the line would drop them, and quotation marks with them. Only line
  /// feeds at the end of a word stay as they are, because a shell drops those at the end of a
  /// command's output.
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

  /// Whether a terminal may obey a scalar, change the order of what follows, or hide text.
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

  /// `\033` for each byte.
  private static func octal(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}

/// The program's name in the command lines that a person is shown, to be pasted into a shell.
package struct ShownProgram: Sendable, Codable {
  /// The program of the running command.
  @TaskLocal package static var current = ShownProgram("./matchmark")

  private let name: String
  /// The paths that the running command was given, by option.
  ///
  /// They name programs, or files of this machine, so no report shows a record's: it is the
  /// reader's own, or a placeholder.
  package let ownPaths: [String: String]

  /// The options in question.
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

/// The arguments of this process in the form that the system has.
package enum ProgramArguments {
  /// The first one that is not UTF-8, with its other bytes as `\xFF`; nil if all are.
  ///
  /// A `String` cannot hold such a path. It would name another file, which a command would then
  /// create, or not find.
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

  /// ASCII unchanged, every other byte as `\xFF`.
  static func shown(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      guard !(0x20..<0x7F).contains(byte) else { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether it shows nothing itself, and changes the order in which a screen shows what follows
  /// (directional marks, embeddings, overrides and isolates) or carries text that no screen shows
  /// (tags).
  ///
  /// If obeyed, the first make a report say what no one wrote (CVE-2021-42574); the others say to a
  /// program what no person sees. So each is shown as its number instead.
  package var isDeceptive: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
    default: false
    }
  }
}
