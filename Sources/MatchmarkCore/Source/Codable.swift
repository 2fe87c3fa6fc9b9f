#if hasFeature(Embedded)
  /// Embedded Swift has no coding, so types that are coded elsewhere are plain values there.
  public protocol Codable {}
#endif
