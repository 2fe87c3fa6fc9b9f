import Foundation

/// Lines for a person, beside whatever standard output carries.
enum StandardError {
  /// The descriptor.
  static let descriptor: Int32 = 2

  static func write(_ text: String, terminator: String = "\n") {
    // Where even this cannot be written there is nobody left to tell.
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
