/// How a matcher presents itself.
public struct MatcherDescriptor: Sendable, Hashable {
  /// The kebab-case id, the same in commands, JSON, JUnit and file names.
  public let id: String
  /// One line for `list`.
  public let summary: String
  /// The options that the matcher reads.
  public let options: [MatcherOption]
  /// Whether answers are exactly the matching rows; false for a filter that may return more.
  public let isExact: Bool

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
  /// The kebab-case name.
  public let name: String
  /// One line for `list`.
  public let summary: String
  /// The accepted values, the default first; for a number the default alone.
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

  /// Creates an option that is a whole number, such as a threshold of an index.
  public init(name: String, summary: String, usual: Int, range: ClosedRange<Int>) {
    self.name = name
    self.summary = summary
    values = [String(usual)]
    self.range = range
  }

  /// Whether the option accepts a value.
  public func accepts(_ value: String) -> Bool {
    guard let range else { return values.contains(value) }
    guard let number = Int(value), String(number) == value else { return false }
    return range.contains(number)
  }

  /// The accepted values, in words.
  public var expectation: String {
    guard let range else { return "one of \(values.joined(separator: ", "))" }
    return "a number from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// The options passed to one matcher, and the callback for the progress of the build.
public struct MatcherOptions: Sendable {
  /// Values by name.
  public let values: [String: String]
  /// Receives what is being built and the completed fraction of the whole, at least once per step.
  public let progress: Progress

  /// Whether a matcher also answers what it would decline as not right, to measure the time; that
  /// time is shown as such and never ranked.
  public let declinesNothing: Bool

  /// Takes what is being built, such as `title: words`, and the completed fraction, 0 … 1.
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

  /// The value of `option`, or its default if none was given.
  ///
  /// - Throws: ``MatcherError/invalidOption(name:value:expected:)``.
  public func value(of option: MatcherOption) throws(MatcherError) -> String {
    guard let value = values[option.name] else { return option.values.first ?? "" }
    guard option.accepts(value) else {
      throw .invalidOption(name: option.name, value: value, expected: option.expectation)
    }
    return value
  }

  /// The value of an option that is a number, or its default if none was given.
  ///
  /// - Throws: ``MatcherError/invalidOption(name:value:expected:)``.
  public func number(of option: MatcherOption) throws(MatcherError) -> Int {
    Int(try value(of: option)) ?? 0
  }
}
