import MatchmarkSystem

/// Where the bytes of an XML writer go: into memory or into a file.
///
/// A class, for libxml2's callbacks know it by address. It keeps the first refusal of the system
/// and swallows what follows: libxml2 would lose the errno, and some versions the refusal itself.
final class XMLSink {
  private var file: AtomicFile?
  private var pending: [UInt8] = []
  private(set) var failure: FileError?
  /// Bytes that were accepted, wherever they are now.
  private(set) var byteCount = 0

  /// Bytes that wait for the file: large writes, for a report has many small values.
  private static let bufferSizeInBytes = 262_144

  init(file: consuming AtomicFile?) {
    self.file = file
    pending.reserveCapacity(Self.bufferSizeInBytes + 65_536)
  }

  func accept(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard failure == nil else { return }
    // The buffer is libxml2's, valid during the callback; its bytes are copied.
    unsafe pending.append(contentsOf: bytes)
    byteCount += bytes.count
    if file != nil, pending.count >= Self.bufferSizeInBytes { flush() }
  }

  /// Hands what is pending to the file; in memory it stays.
  func flush() {
    guard failure == nil, file != nil else { return }
    do throws(FileError) {
      try file?.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      failure = error
      pending = []
    }
  }

  /// Makes the file appear, if there is one, and gives the bytes, if there is none.
  func finish() throws(FileError) -> [UInt8] {
    flush()
    if let failure { throw failure }
    if let file = file.take() { try file.finish() }
    return pending
  }
}
