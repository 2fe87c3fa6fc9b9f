/// The identity of a matcher: its id, its summary and its options.
public struct MatcherDescriptor: Sendable, Hashable {
  /// The kebab-case id, used in commands, JSON, JUnit and file names.
  public let id: String
  /// The summary, on one line, as `list` prints it.
  public let summary: String
  /// The options that the matcher reads.
  public let options: [MatcherOption]
  /// True if answers contain exactly the matching rows; false for a filter that may return more.
  public let isExact: Bool
  /// True for the code that an app would contain: a run over a user's own rows shows its times even
  /// where its answers differ, without a rank.
  package var isAppCode = false

  /// Creates a descriptor.
  public init(id: String, summary: String, options: [MatcherOption] = [], isExact: Bool = true) {
    self.id = id
    self.summary = summary
    self.options = options
    self.isExact = isExact
  }
}

/// An option of a matcher.
public struct MatcherOption: Sendable, Hashable {
  /// The kebab-case name of the option.
  public let name: String
  /// The summary, on one line, as `list` prints it.
  public let summary: String
  /// The accepted values, the default first; for a number only the default.
  public let values: [String]
  /// The range of accepted whole numbers; nil if the option is not a number.
  public let range: ClosedRange<Int>?

  /// Creates an option.
  public init(name: String, summary: String, values: [String]) {
    self.name = name
    self.summary = summary
    self.values = values
    range = nil
  }

  /// Creates an option whose value is a whole number, such as a threshold of an index.
  public init(name: String, summary: String, usual: Int, range: ClosedRange<Int>) {
    self.name = name
    self.summary = summary
    values = [String(usual)]
    self.range = range
  }

  /// Returns true if the option accepts the value.
  public func accepts(_ value: String) -> Bool {
    guard let range else { return values.contains(value) }
    guard let number = Int(value), String(number) == value else { return false }
    return range.contains(number)
  }

  /// The accepted values, in words, for error messages.
  public var expectation: String {
    guard let range else { return "one of \(values.joined(separator: ", "))" }
    return "a number from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// The options passed to one matcher, and the callback for the progress of the build.
public struct MatcherOptions: Sendable {
  /// The values that were given, by the names of the options.
  public let values: [String: String]
  /// The callback that receives the current step of the build and the completed fraction of the
  /// whole, at least once per step.
  public let progress: Progress

  /// True if a matcher must also answer queries that it would decline because its answers are
  /// wrong.
  ///
  /// Such answers are only timed: reports mark the times and never rank them.
  public let declinesNothing: Bool

  /// A function that takes the current step of a build, such as `title: words`, and the completed
  /// fraction, 0 … 1.
  public typealias Progress = @Sendable (_ step: String, _ fraction: Double) -> Void

  /// Creates options.
  public init(
    _ values: [String: String] = [:], declinesNothing: Bool = false,
    progress: @escaping Progress = { _, _ in }
  ) {
    self.values = values
    self.declinesNothing = declinesNothing
    self.progress = progress
  }

  /// Returns the value of `option`, or its default if no value was given.
  ///
  /// - Throws: ``MatcherError/invalidOption(name:value:expected:)``.
  public func value(of option: MatcherOption) throws(MatcherError) -> String {
    guard let value = values[option.name] else { return option.values.first ?? "" }
    guard option.accepts(value) else {
      throw .invalidOption(name: option.name, value: value, expected: option.expectation)
    }
    return value
  }

  /// Returns the value of an option that is a number, or its default if no value was given.
  ///
  /// - Throws: ``MatcherError/invalidOption(name:value:expected:)``.
  public func number(of option: MatcherOption) throws(MatcherError) -> Int {
    Int(try value(of: option)) ?? 0
  }
}
