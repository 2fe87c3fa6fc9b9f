/// A day of the calendar, without time and zone: until when something is tolerated.
package struct CalendarDay: Sendable, Hashable, CustomStringConvertible {
  /// For instance `2027-01-31`, which sorts as the days do.
  package let description: String

  /// The first of all.
  static let first = CalendarDay(description: "0001-01-01")

  private init(description: String) { self.description = description }

  /// Reads `2027-01-31`; nil for anything else, such as a day that the month does not have.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      (1...12).contains(month), (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.init(description: text)
  }

  /// The days of a month in the Gregorian calendar.
  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDay: Comparable {
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.description < right.description
  }
}
