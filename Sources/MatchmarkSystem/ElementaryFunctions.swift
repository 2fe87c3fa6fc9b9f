import LibC

/// The elementary functions of the C library, for modules that do not import it.
package enum ElementaryFunctions {
  package static func log(_ value: Double) -> Double { LibC.log(value) }

  package static func exp(_ value: Double) -> Double { LibC.exp(value) }

  /// Returns the complementary error function, 1 − erf.
  package static func complementaryError(_ value: Double) -> Double { LibC.erfc(value) }
}
