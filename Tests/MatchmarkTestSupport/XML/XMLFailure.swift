import CLibXML2

/// The first error of libxml2.
///
/// It is a class because libxml2 keeps its address, which stays the same while the object lives.
@safe final class XMLFailure {
  @unsafe let address: UnsafeMutablePointer<clibxml2_failure>

  init() {
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: clibxml2_failure())
  }

  deinit {
    // The memory is a C struct with nothing to release.
    unsafe address.deallocate()
  }

  /// The line and the error in it; nil without an error.
  var reason: String? {
    // This object owns the memory, and its text ends with a zero byte.
    guard unsafe address.pointee.code != 0 else { return nil }
    let line = unsafe address.pointee.line
    return unsafe "line \(line): \(String(cString: clibxml2_failure_message(address)))"
  }
}
