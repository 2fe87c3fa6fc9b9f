/// A moment in UTC, written as `yyyy-MM-ddTHH:mm:ss` without a zone, as the strictest schema wants
/// it.
package struct JUnitTimestamp: Hashable, Sendable, CustomStringConvertible {
  package let secondsSinceEpoch: Int64

  /// The years 0000 to 9999 are kept to, for the form has four digits.
  package init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = min(max(secondsSinceEpoch, -62_167_219_200), 253_402_300_799)
  }

  package var description: String {
    let days = secondsSinceEpoch.floorDivided(by: 86_400)
    let second = secondsSinceEpoch - days * 86_400
    let (year, month, day) = Self.date(daysSinceEpoch: days)
    let date = "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    return "\(date)T\((second / 3600).padded(2)):\((second / 60 % 60).padded(2)):"
      + (second % 60).padded(2)
  }

  /// The proleptic Gregorian date (Howard Hinnant, "chrono-compatible low-level date algorithms").
  ///
  /// Years are counted from March, so that the leap day is the last of its year.
  private static func date(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let days = daysSinceEpoch + 719_468
    let era = days.floorDivided(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }

  /// The decimal digits, with zeros before them up to a width.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
