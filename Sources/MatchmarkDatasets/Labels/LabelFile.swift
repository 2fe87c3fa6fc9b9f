import MatchmarkCore

/// Labels: for each needle the rows that a person wants, with a tab between the columns.
///
/// ```text
/// settings<TAB>Open Settings<TAB>3
/// settings<TAB>Open Keyboard Settings
/// ```
///
/// The third column is the grade, of which more is better; without it, the grade is 1.
package struct LabelFile: Sendable {
  package struct Label: Sendable, Hashable {
    package let needle: String
    /// The text of the row.
    package let row: String
    package let grade: Int
    /// The number of the line, from 1.
    package let line: Int
  }

  package let labels: [Label]
  /// The name of the file for messages.
  package let name: String

  package static let labelLimit = 200_000
  package static let gradeLimit = 9

  /// Reads labels; empty lines are ignored.
  ///
  /// - Throws: ``InputError/input(_:)`` with the line: for text that is not UTF-8, another number
  ///   of columns, an empty needle or row, a needle beyond the limit of the contract, a grade that
  ///   is no whole number from 1 to 9, a label that is there twice, none, or too many of them.
  package init(_ bytes: [UInt8], file: String) throws(InputError) {
    name = CorpusSource.shown(file)
    var labels: [Label] = []
    var seen: [[String]: Int] = [:]
    for line in try TextLines(bytes, of: name).lines {
      let label = try Self.label(line)
      if let first = seen.updateValue(label.line, forKey: [label.needle, label.row]) {
        throw .input(
          "\(line.place): got the needle and the row of line \(first) again, expected each pair "
            + "once")
      }
      guard labels.count < Self.labelLimit else {
        throw .input("\(line.place): \(Self.tooMany)")
      }
      labels.append(label)
    }
    guard !labels.isEmpty else {
      throw .input("\(name): got no label, expected lines such as: needle<TAB>row<TAB>grade")
    }
    self.labels = labels
  }

  package static let tooMany = "got more than \(labelLimit) labels, expected no more"

  private static func label(_ line: TextLines.Line) throws(InputError) -> Label {
    let place = line.place
    let columns = line.bytes.split(separator: 0x09, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard columns.count == 2 || columns.count == 3 else {
      throw .input(
        "\(place): got \(columns.count == 1 ? "1 column" : "\(columns.count) columns"), expected 2 "
          + "or 3 with a tab between them: needle, row, and perhaps a grade")
    }
    guard columns[0].contains(where: { !$0.isWhitespace }) else {
      throw .input("\(place): got an empty needle, expected what a person types")
    }
    guard columns[0].utf8.count <= SearchLimits.querySizeInBytes else {
      throw .input(
        "\(place): got a needle of \(columns[0].utf8.count) bytes, expected at most "
          + "\(SearchLimits.querySizeInBytes)")
    }
    guard !columns[1].isEmpty else {
      throw .input("\(place): got an empty row, expected the text of a row")
    }
    let grade = columns.count == 3 ? Int(columns[2]) : 1
    guard let grade, (1...gradeLimit).contains(grade) else {
      throw .input(
        "\(place): got grade '\(columns[2])', expected a whole number from 1 to \(gradeLimit)")
    }
    return Label(needle: columns[0], row: columns[1], grade: grade, line: line.number)
  }
}
