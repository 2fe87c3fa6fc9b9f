/// The most memory that a command takes for its input.
///
/// Nothing enforces it: it follows from how rows are kept, is promised on the page of limits, and
/// tested.
package enum RowMemory {
  /// The bytes for each byte of the file.
  package static let bytesPerByte = 12
  /// The bytes for each row.
  package static let bytesPerRow = 64
  /// The bytes for the program, its tables and buffers; refused rows of a file take no more.
  package static let constantInBytes = 128 << 20
  /// The bytes for other refused input: a pipe, which is held in memory, or a record.
  package static let refusalInBytes = 320 << 20

  /// The promise on the page.
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
