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
