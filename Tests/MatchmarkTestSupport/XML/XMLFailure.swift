import CLibXML2

/// Where libxml2 writes its first complaint.
///
/// A class, for libxml2 knows it by address; the address stays the same for as long as it lives.
@safe final class XMLFailure {
  @unsafe let address: UnsafeMutablePointer<clibxml2_failure>

  init() {
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: clibxml2_failure())
  }

  deinit {
    // A C struct without anything to release.
    unsafe address.deallocate()
  }

  /// The line and what is wrong in it; nil where nothing was complained of.
  var reason: String? {
    // The memory belongs to this object, and its text ends with a zero byte.
    guard unsafe address.pointee.code != 0 else { return nil }
    let line = unsafe address.pointee.line
    return unsafe "line \(line): \(String(cString: clibxml2_failure_message(address)))"
  }
}
