import MatchmarkDatasets
import MatchmarkHarness

/// The name of a new project, and of its participant.
struct StarterName {
  /// As it was given: for a package in upper camel case, such as `MyMatcher`.
  let given: String
  /// In kebab case, such as `my-matcher`.
  let id: String

  /// The longest name; the names of the project's files add one word to it.
  private static let longest = 60
  /// Modules that a package with matchmark already has, files and types that it needs, and words
  /// with a meaning in Swift.
  private static let taken: Set<String> = [
    "Answer", "Any", "ArgumentParser", "Bool", "CCases", "CLibXML2", "CProcess", "CScan", "CYaml",
    "ConformanceTest", "Darwin", "Dispatch", "FoldedCorpus", "Foundation", "FoundationEssentials",
    "GRDB", "Glibc", "Int", "LibC", "Main", "Matcher", "MatcherCursor", "MatcherDescriptor",
    "MatcherError", "MatcherOptions", "Musl", "Package", "PackageDescription", "Protocol",
    "ResolvedQuery", "Response", "SearchProfile", "SearchQuery", "Self", "String", "Support",
    "Swift", "Synchronization", "Testing", "Type", "XCTest", "Yams",
  ]

  /// The name of a package, which must be a Swift module's.
  ///
  /// - Parameter ids: those of the participants that exist.
  init(ofModule name: String, taken ids: [String]) throws(InputError) {
    guard name.wholeMatch(of: Self.upperCamelCase) != nil, name.utf8.count <= Self.longest else {
      let proposal = Self.proposal(for: name).map { ", such as '\($0)'" } ?? ""
      throw .usage(
        "got the name '\(name)', expected a Swift module in upper camel case with at most "
          + "\(Self.longest) ASCII letters and digits\(proposal)")
    }
    let id = Self.kebabCase(name)
    // The names of matchmark's own modules begin with its name.
    guard !Self.taken.contains(name), !name.hasPrefix("Matchmark"),
      !ids.contains(id)
    else { throw Self.refusal(of: name) }
    (given, self.id) = (name, id)
  }

  /// The name of an engine, in either case.
  init(ofEngine name: String, in project: ProjectContext) throws(InputError) {
    let isCamelCase = name.wholeMatch(of: Self.upperCamelCase) != nil
    guard isCamelCase || name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil,
      name.utf8.count <= Self.longest
    else {
      throw .usage(
        "got the name '\(name)', expected at most \(Self.longest) ASCII letters and digits, such "
          + "as 'MyEngine' or 'my-engine'")
    }
    let id = isCamelCase ? Self.kebabCase(name) : name
    // The last two are words of YAML and of -e.
    let taken = try ParticipantRoster(engineFile: nil, in: project).ids + ["null", "all"]
    guard !taken.contains(id) else { throw Self.refusal(of: name) }
    (given, self.id) = (name, id)
  }

  private static func refusal(of name: String) -> InputError {
    .usage("got the name '\(name)', expected a name that is not taken")
  }

  private static var upperCamelCase: Regex<Substring> { /[A-Z][A-Za-z0-9]*/ }

  /// `MyMatcher` for `my-matcher`; nil if that is not a valid name either.
  private static func proposal(for name: String) -> String? {
    let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isLetter == true && joined.count <= longest ? joined : nil
  }

  /// A word begins with a capital after a small letter or a digit, or before a small letter.
  private static func kebabCase(_ name: String) -> String {
    name.replacing(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/) { match in
      match.output.1.map { "\($0)-\(match.output.2 ?? "")" } ?? "\(match.output.0)-"
    }.lowercased()
  }
}
