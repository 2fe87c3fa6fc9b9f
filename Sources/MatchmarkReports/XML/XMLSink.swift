import CLibXML2
import MatchmarkSystem

/// Where the bytes of an XML writer go: into memory or into a file.
///
/// A class, for libxml2's callback knows it by address. It keeps the first refusal of the system
/// and swallows what follows: libxml2 would lose the errno, and print a line of its own.
final class XMLSink {
  private var file: AtomicFile?
  private var pending: [UInt8] = []
  private(set) var failure: FileError?

  /// Bytes that wait for the file: large writes, for libxml2 hands over some four thousand.
  private static let bufferSizeInBytes = 262_144

  init(file: consuming AtomicFile?) { self.file = file }

  /// libxml2's way to this sink, which must outlive it; nil where memory is refused.
  func output() -> xmlOutputBufferPtr? {
    // libxml2 states how many bytes there are, and `context` is this sink.
    unsafe xmlOutputBufferCreateIO(
      { context, bytes, count in
        guard let context = unsafe context, let bytes = unsafe bytes else { return -1 }
        let sink = unsafe Unmanaged<XMLSink>.fromOpaque(context).takeUnretainedValue()
        unsafe sink.accept(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return count
      }, { _ in 0 }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  private func accept(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil else { return }
    // The buffer is libxml2's, valid during the callback; its bytes are copied.
    unsafe pending.append(contentsOf: bytes)
    if file != nil, pending.count >= Self.bufferSizeInBytes { flush() }
  }

  /// Hands what is pending to the file; in memory it stays.
  private func flush() {
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
