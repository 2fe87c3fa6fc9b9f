#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The C library's elementary functions, for the rooms that do not import it.
package enum ElementaryFunctions {
  /// The natural logarithm.
  package static func log(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.log(value)
    #elseif canImport(Musl)
      Musl.log(value)
    #elseif canImport(Darwin)
      Darwin.log(value)
    #endif
  }

  /// The exponential function.
  package static func exp(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.exp(value)
    #elseif canImport(Musl)
      Musl.exp(value)
    #elseif canImport(Darwin)
      Darwin.exp(value)
    #endif
  }

  /// The complementary error function, 1 − erf.
  package static func complementaryError(_ value: Double) -> Double {
    #if canImport(Glibc)
      Glibc.erfc(value)
    #elseif canImport(Musl)
      Musl.erfc(value)
    #elseif canImport(Darwin)
      Darwin.erfc(value)
    #endif
  }
}
