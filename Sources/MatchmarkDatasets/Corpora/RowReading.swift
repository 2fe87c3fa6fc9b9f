/// The way to read a file of rows, as far as its ending does not determine it.
package struct RowReading: Sendable, Hashable, Codable {
  /// The sign between cells, as `--delimiter` takes it; nil for that of the file's ending.
  package var delimiter: String?
  /// True if the first record names the columns.
  package var hasHeader: Bool

  package init(delimiter: String? = nil, hasHeader: Bool = true) {
    (self.delimiter, self.hasHeader) = (delimiter, hasHeader)
  }

  /// True if the ending of a file determines everything.
  package var isUsual: Bool { delimiter == nil && hasHeader }

  /// The names of signs that a shell makes hard to type.
  package static let signs: [(name: String, sign: Character)] = [
    ("tab", "\t"), ("comma", ","), ("semicolon", ";"), ("pipe", "|"),
  ]

  /// Returns the byte that a delimiter stands for: a sign of ASCII, or the name of one.
  ///
  /// - Throws: ``InputError/usage(_:)`` for a letter, a digit, a quotation mark, a line end, or
  ///   several characters.
  static func sign(_ delimiter: String) throws(InputError) -> UInt8 {
    let named = delimiter == "\\t" ? "\t" : signs.first { $0.name == delimiter }?.sign
    let only = named ?? (delimiter.count == 1 ? delimiter.first : nil)
    guard let only, let sign = only.asciiValue, !only.isLetter, !only.isNumber,
      ![0x22, 0x0A, 0x0D].contains(sign)
    else {
      let names = signs.map(\.name).joined(separator: ", ")
      throw .usage(
        "got --delimiter '\(delimiter)', expected one sign that is neither a letter, a digit nor a "
          + "quotation mark, or \(names)")
    }
    return sign
  }

  /// Returns the format of a file: that of its ending, or that of its first line if it is a stream.
  ///
  /// - Throws: ``InputError``, also if the format has no delimiter or header.
  func format(of path: String, _ source: RowSource) throws(InputError) -> DatasetFormat {
    let ending = DatasetFormat(endingOf: path)
    let sign = try delimiter.map { delimiter throws(InputError) in try Self.sign(delimiter) }
    let format: DatasetFormat
    if let ending {
      format = ending
    } else if sign != nil {
      format = .csv
    } else {
      format = try Self.guess(path, source)
    }
    guard !isUsual else { return format }
    switch (format, sign) {
    case (.delimited, let sign?), (.titles, let sign?):
      // RFC 4180 with this sign; only a .tsv file as such has no quotation marks.
      return .delimited(DelimitedFormat(delimiter: sign, hasHeader: hasHeader))
    case (.delimited(var delimited), nil):
      delimited.hasHeader = hasHeader
      return .delimited(delimited)
    case (.titles, nil), (.json, _):
      let option = delimiter == nil ? "--no-header" : "--delimiter"
      throw .usage(
        "got \(option) with '\(path)', expected a file of delimited cells, such as rows.csv")
    }
  }

  /// Returns the format that the first line of a stream suggests; a file must have an ending.
  private static func guess(
    _ path: String, _ source: RowSource
  ) throws(InputError) -> DatasetFormat {
    guard CorpusSource.isStream(path) else {
      throw .input("\(DatasetError.unknownFormat(path, known: DatasetFormat.endings))")
    }
    do {
      let sign = try source.firstSign()
      if sign == UInt8(ascii: "[") || sign == UInt8(ascii: "{") { return .json }
      let line = try source.bytes(0, 1 << 16).prefix { $0 != 0x0A }
      if line.contains(0x09) { return .tsv }
      return line.contains(UInt8(ascii: ",")) ? .csv : .titles
    } catch { throw .input("\(error)") }
  }
}
