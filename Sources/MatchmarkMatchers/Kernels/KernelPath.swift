import CScan
import MatchmarkCore

/// The instruction set that a scan uses.
///
/// The portable path uses Swift's own SIMD; the others are in C, compiled for each instruction set
/// and chosen at run time. All paths give the same answers, so each one checks the others.
package enum KernelPath: String, CaseIterable, Sendable {
  case swift
  case sse2
  case avx2
  case avx512
  case neon

  /// The paths of this architecture, the simplest first.
  package static var allCases: [KernelPath] {
    #if arch(arm64)
      [.swift, .neon]
    #else
      [.swift, .sse2, .avx2, .avx512]
    #endif
  }

  /// The paths that this processor supports, the simplest first.
  static var available: [KernelPath] {
    allCases.filter { path in path.number.map { cscan_has($0) != 0 } ?? true }
  }

  package static var best: KernelPath { available.last ?? .swift }

  /// The number by which C knows the path; nil for the path in Swift.
  var number: Int32? {
    switch self {
    case .swift: nil
    case .sse2: Int32(CSCAN_SSE2)
    case .avx2: Int32(CSCAN_AVX2)
    case .avx512: Int32(CSCAN_AVX512)
    case .neon: Int32(CSCAN_NEON)
    }
  }

  static let option = MatcherOption(
    name: "kernel", summary: "the instruction set; auto takes the widest available",
    values: ["auto"] + allCases.map { $0.rawValue })

  /// Returns the path that the options select.
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

/// The number of cores that building an index may use; queries use one.
enum KernelCores: String, CaseIterable, Sendable {
  case one
  case two

  static let option = MatcherOption(
    name: "cores", summary: "the number of cores that build the index; queries use one",
    values: allCases.map { $0.rawValue })

  /// Returns the results of two functions that do not depend on each other.
  ///
  /// Safety: each function writes only its own result, which is not read before both are done;
  /// shared data is only read. The job outlives the call that runs it.
  func both<Left, Right>(_ left: () -> Left, _ right: () -> Right) -> (Left, Right) {
    guard self == .two else { return (left(), right()) }
    var leftResult: Left?
    var rightResult: Right?
    withoutActuallyEscaping(left) { left in
      withoutActuallyEscaping(right) { right in
        var here = Job { leftResult = left() }
        var other = Job { rightResult = right() }
        unsafe withUnsafeMutablePointer(to: &here) { here in
          unsafe withUnsafeMutablePointer(to: &other) { other in
            unsafe cscan_both({ job in unsafe job?.load(as: Job.self).run() }, here, other)
          }
        }
      }
    }
    // Both jobs have run, but the compiler does not know that.
    guard let leftResult, let rightResult else { return (left(), right()) }
    return (leftResult, rightResult)
  }

  private struct Job {
    let run: () -> Void
  }
}
