/// Bytes on their way out, written without a check for each.
///
/// Whoever writes reserves room first; in return nothing is checked byte by byte. The memory is
/// kept from value to value.
@safe struct XMLBuffer: ~Copyable {
  /// Room behind what is promised: words are stored whole (``XMLSanitiser``).
  static let slackInBytes = 16

  private(set) var count = 0
  private var capacity: Int
  private var memory: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    self.capacity = capacity
    unsafe memory = .allocate(capacity: capacity + Self.slackInBytes)
  }

  deinit {
    // Bytes have nothing to release but their memory, which is this buffer's alone.
    unsafe memory.deallocate()
  }

  /// Whether `size` bytes more fit without growing.
  func hasRoom(for size: Int) -> Bool { size <= capacity - count }

  /// Makes room for `size` bytes more.
  @inline(__always)
  mutating func reserve(_ size: Int) {
    if !hasRoom(for: size) { grow(by: size) }
  }

  @inline(never)
  private mutating func grow(by size: Int) {
    let capacity = max(self.capacity * 2, count + size)
    // The old memory holds `count` bytes, and the new one has room for them.
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slackInBytes)
    unsafe grown.update(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe grown
    self.capacity = capacity
  }

  /// Appends one byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    // The room was just reserved.
    unsafe memory[count] = byte
    count += 1
  }

  /// Appends the bytes of a literal.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    let size = text.utf8CodeUnitCount
    reserve(size)
    // A literal of characters lives as long as the process; the room was just reserved.
    unsafe (memory + count).update(from: text.utf8Start, count: size)
    count += size
  }

  /// Appends a number in decimal digits, at least so many.
  mutating func append(_ number: UInt64, digitCount: Int) {
    reserve(20 + digitCount)
    var (rest, size) = (number, 1)
    while rest >= 10 {
      rest /= 10
      size += 1
    }
    size = max(size, digitCount)
    rest = number
    for offset in stride(from: size - 1, through: 0, by: -1) {
      // The room was just reserved: a number has 20 digits at most.
      unsafe memory[count + offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += size
  }

  /// Lets `write` put at most `size` bytes at the end; it answers how many it put there.
  mutating func append(
    atMost size: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(size)
    unsafe count += write(memory + count)
  }

  /// Lets `read` see all bytes.
  func withBytes<Result, Failure>(
    _ read: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The first `count` bytes are written, and the memory is not touched during the call.
    try unsafe read(UnsafeBufferPointer(start: memory, count: count))
  }

  /// Forgets all bytes.
  mutating func removeAll() { count = 0 }
}
