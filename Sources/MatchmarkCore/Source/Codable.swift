#if hasFeature(Embedded)
  /// Embedded Swift has no coding: what is data elsewhere is a plain value there.
  public protocol Codable {}
#endif
