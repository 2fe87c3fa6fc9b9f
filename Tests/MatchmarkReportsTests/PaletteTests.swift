import Foundation
import MatchmarkReports
import Testing

/// Everybody can tell the colours of the HTML report apart.
@Suite("The colours of the HTML report")
struct PaletteTests {
  /// The custom properties of the light or the dark sheet.
  private func colours(isDark: Bool) throws -> [String: [Double]] {
    let page = String(
      decoding: try HTMLRenderer(Document(RecordFixtures.mixed)).render(), as: UTF8.self)
    let parts = page.split(separator: "prefers-color-scheme: dark", maxSplits: 1)
    let sheet = try #require(isDark ? parts.last : parts.first)
    var colours: [String: [Double]] = [:]
    for match in sheet.matches(of: /--([a-z0-9-]+): #([0-9a-f]{6});/)
    where colours[String(match.1)] == nil {
      colours[String(match.1)] = Colour.linear(match.2)
    }
    return colours
  }

  @Test("Text in the HTML report has a contrast of 4.5 to 1, and symbols of 3 to 1 (WCAG 2.2)")
  func contrast() throws {
    for isDark in [false, true] {
      let colours = try colours(isDark: isDark)
      let ground = try #require(colours["ground"])
      for name in ["ink", "soft", "faint", "link", "right", "wrong", "bound-ink"] {
        let contrast = Colour.contrast(try #require(colours[name]), ground)
        #expect(contrast >= 4.5, "\(name), dark: \(isDark)")
      }
      let care = Colour.contrast(
        try #require(colours["care"]), try #require(colours["care-ground"]))
      #expect(care >= 4.5)
      for index in 0..<8 {
        let contrast = Colour.contrast(try #require(colours["c\(index)"]), ground)
        #expect(contrast >= 3, "c\(index), dark: \(isDark)")
      }
    }
  }

  @Test(
    "The colours of matchers are distinct in every kind of colour blindness",
    arguments: ColourBlindness.allCases)
  func distances(blindness: ColourBlindness) throws {
    for isDark in [false, true] {
      let colours = try colours(isDark: isDark)
      let seen = try (0..<8).map { Colour.lab(blindness.seen(try #require(colours["c\($0)"]))) }
      for first in 0..<8 {
        for second in 0..<first {
          let distance = Colour.distance(seen[first], seen[second])
          #expect(distance >= (first < 4 ? 18 : 13), "c\(second), c\(first), dark: \(isDark)")
        }
      }
    }
  }
}

/// The simulations of Machado, Oliveira and Fernandes ("A physiologically-based model for
/// simulation of color vision deficiency", 2009), of full severity, on linear RGB.
enum ColourBlindness: CaseIterable {
  case none
  case protanopia
  case deuteranopia
  case tritanopia

  private var matrix: [[Double]] {
    switch self {
    case .none: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .tritanopia:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }

  /// The colour as it is then seen.
  func seen(_ colour: [Double]) -> [Double] {
    matrix.map { row in min(max(zip(row, colour).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
  }
}

/// Colours as linear RGB, and their perceived difference.
private enum Colour {
  static func linear(_ hex: Substring) -> [Double] {
    let value = Int(hex, radix: 16) ?? 0
    return [value >> 16, value >> 8 & 0xFF, value & 0xFF].map { part in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  private static func luminance(_ colour: [Double]) -> Double {
    0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]
  }

  static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let (dark, light) = (
      min(luminance(one), luminance(other)), max(luminance(one), luminance(other))
    )
    return (light + 0.05) / (dark + 0.05)
  }

  /// CIE L*a*b* under D65.
  static func lab(_ colour: [Double]) -> [Double] {
    let x: Double = 0.4124 * colour[0] + 0.3576 * colour[1] + 0.1805 * colour[2]
    let z: Double = 0.0193 * colour[0] + 0.1192 * colour[1] + 0.9505 * colour[2]
    let parts = [x / 0.95047, luminance(colour), z / 1.08883].map { (part: Double) -> Double in
      part > 0.008856 ? cbrt(part) : (903.3 * part + 16) / 116
    }
    return [116 * parts[1] - 16, 500 * (parts[0] - parts[1]), 200 * (parts[1] - parts[2])]
  }

  static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }
}
