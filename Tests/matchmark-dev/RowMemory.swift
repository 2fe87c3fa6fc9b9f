/// What a command takes of memory, at most, for what it reads.
///
/// No check compares with it: it follows from how rows are kept, is promised by the page of the
/// limits, and held by tests.
package enum RowMemory {
  /// For each byte of the file.
  package static let bytesPerByte = 12
  /// For each row.
  package static let bytesPerRow = 64
  /// For the program, its tables and its buffers; rows of a file that are refused take no more.
  package static let constantInBytes = 128 << 20
  /// For whatever else is refused: a pipe, which is held in memory, or a record.
  package static let refusalInBytes = 320 << 20

  /// The promise of the page.
  static let promise = """
    With the built-in matchers and the oracle, rows take at most \(bytesPerByte) times the size \
    of their file, \(bytesPerRow) bytes per row
    and \(constantInBytes >> 20) MiB of memory. A file of rows is read twice, and the first pass \
    keeps nothing, so a file that is
    refused takes at most those \(constantInBytes >> 20) MiB. Other refused input takes at most \
    \(refusalInBytes >> 20) MiB: what can
    be read only once, such as a pipe, is held in memory, and so is a record. Engines and other
    matchers need more: `foundation-filter`, for one, keeps a string for each cell.

    """
}
