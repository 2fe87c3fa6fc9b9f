import CLibXML2

/// libxml2's own state, which must be set up once before threads use it.
enum XMLLibrary {
  /// Sets the library up; the language makes the first use happen exactly once.
  ///
  /// It is never torn down: Foundation's XML module may share the library in this process.
  static func prepare() { _ = isPrepared }

  private static let isPrepared: Bool = {
    xmlInitParser()
    return true
  }()
}
