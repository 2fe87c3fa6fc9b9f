import CScan
import MatchmarkCore

/// The instructions that a scan uses.
///
/// The portable path is Swift's own SIMD; the others are C, compiled for each instruction set and
/// chosen at run time. All give the same answers, so each one checks the others.
package enum KernelPath: String, CaseIterable, Sendable {
  case swift
  case sse2
  case avx2
  case avx512

  /// The paths of this processor, the simplest first.
  static var available: [KernelPath] {
    allCases.filter { path in path.number.map { cscan_has($0) != 0 } ?? true }
  }

  /// The widest of them.
  package static var best: KernelPath { available.last ?? .swift }

  /// The number of the path in C; nil for Swift's.
  var number: Int32? {
    switch self {
    case .swift: nil
    case .sse2: Int32(CSCAN_SSE2)
    case .avx2: Int32(CSCAN_AVX2)
    case .avx512: Int32(CSCAN_AVX512)
    }
  }

  /// The option that forces a path.
  static let option = MatcherOption(
    name: "kernel", summary: "the instructions; auto takes the widest of the processor",
    values: ["auto"] + allCases.map { $0.rawValue })

  /// The path that the options select.
  ///
  /// - Throws: ``MatcherError/invalidOption(name:value:expected:)``, also for instructions that
  ///   this processor lacks.
  static func chosen(by options: MatcherOptions) throws(MatcherError) -> KernelPath {
    let name = try options.value(of: option)
    guard name != "auto" else { return best }
    guard let path = available.first(where: { $0.rawValue == name }) else {
      throw .invalidOption(
        name: option.name, value: name,
        expected: "instructions of this processor: "
          + available.map { $0.rawValue }.joined(separator: ", "))
    }
    return path
  }
}
