import Foundation

/// Lines for a person, beside whatever standard output carries.
enum StandardError {
  /// The descriptor.
  static let descriptor: Int32 = 2

  static func write(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }
}
