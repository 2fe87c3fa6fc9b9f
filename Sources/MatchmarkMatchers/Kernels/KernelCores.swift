import CScan
import MatchmarkCore

/// The number of cores that building an index may use; queries use one.
enum KernelCores: String, CaseIterable, Sendable {
  case one
  case two

  /// The option that chooses the number of cores.
  static let option = MatcherOption(
    name: "cores", summary: "how many cores build the index; one core answers",
    values: allCases.map { $0.rawValue })

  /// The results of two pieces of work that do not depend on each other.
  ///
  /// Safety: each piece writes only its own result, which is not read before both are done; shared
  /// data is only read. The job outlives the call that runs it.
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
