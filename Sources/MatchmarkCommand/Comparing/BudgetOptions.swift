import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports

extension Budget: ExpressibleByArgument {
  /// Reads an argument such as `p99=8.33ms`.
  package init?(argument: String) { self.init(argument) }
}

/// A time with its unit, as an argument.
struct TimeAmount: ExpressibleByArgument {
  let nanoseconds: Double

  init(nanoseconds: Double) { self.nanoseconds = nanoseconds }

  init?(argument: String) {
    guard let nanoseconds = Budget.nanoseconds(argument) else { return nil }
    self.nanoseconds = nanoseconds
  }

  var defaultValueDescription: String { QuantityFormat.time(nanoseconds) }
}
