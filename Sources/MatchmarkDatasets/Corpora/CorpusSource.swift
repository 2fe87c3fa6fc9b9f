package import MatchmarkCore
import MatchmarkSystem

/// A corpus that a user may name: a generator with a size, a fixture, or a file of rows.
package enum CorpusSource {
  case generated(CorpusGenerator, rowCount: Int)
  case fixture(FixtureCorpus)
  case file(String)

  /// The seed of generated rows; it is part of the meaning of `titles-1000`, so it never varies.
  package static let generatorSeed: UInt64 = 1

  package static let generatedRowLimit = 100_000_000

  package init(_ name: String) throws(InputError) {
    if let generated = try Self.generated(name) {
      self = generated
    } else if let fixture = FixtureCorpora.named(name) {
      self = .fixture(fixture)
    } else if name == Self.standardInput || Self.isThere(name)
      || DatasetFormat(endingOf: name) != nil
    {
      self = .file(name)
    } else {
      throw .unknownName(kind: "corpus", name: name, known: Self.knownNames(like: name))
    }
  }

  /// Every corpus; generated ones have as many rows as `name` says, if it has a number.
  private static func knownNames(like name: String) -> [String] {
    let digits = name.split(separator: "-", omittingEmptySubsequences: false).last ?? ""
    let size = Int(digits) == nil ? "10000" : digits
    return names(ofSize: String(size))
      + ["a file such as rows.csv, rows.tsv, rows.json or titles.txt", "'-' for standard input"]
  }

  /// The fixtures, and generated corpora with that many rows.
  package static func names(ofSize size: String) -> [String] {
    CorpusGenerator.all.map { "\($0.name)-\(size)" } + FixtureCorpora.all.map(\.name)
  }

  /// `<generator>-<rows>`; underscores may group the digits.
  private static func generated(_ name: String) throws(InputError) -> CorpusSource? {
    guard let dash = name.lastIndex(of: "-"),
      let generator = CorpusGenerator.named(String(name[..<dash])),
      let rowCount = Int(name[name.index(after: dash)...].replacing("_", with: ""))
    else { return nil }
    guard (0...generatedRowLimit).contains(rowCount) else {
      throw tooManyRows(rowCount, name)
    }
    return .generated(generator, rowCount: rowCount)
  }

  package static func tooManyRows(_ rowCount: Int, _ name: String) -> InputError {
    .usage("got \(rowCount) rows for '\(name)', expected at most \(generatedRowLimit)")
  }

  /// Returns true if a name means the same rows on every machine: generated ones, or a fixture.
  package static func isMade(_ name: String) -> Bool {
    switch try? CorpusSource(name) {
    case .generated, .fixture: true
    case .file, nil: false
    }
  }

  /// The name of the corpus in reports: kebab-case, without folder and extension.
  package var name: String {
    switch self {
    case .generated(let generator, let rowCount): "\(generator.name)-\(rowCount)"
    case .fixture(let fixture): fixture.name
    case .file(let path): Self.kebabCase(Self.fileName(of: path))
    }
  }

  package var fileName: String? {
    guard case .file(let path) = self else { return nil }
    return Self.fileName(of: path)
  }

  /// The name without the size, shared by all sizes of one generator.
  package var family: String {
    if case .generated(let generator, _) = self { return generator.name }
    return name
  }

  private static func isThere(_ path: String) -> Bool {
    guard let kind = try? FileKind(at: path) else { return false }
    return kind != .nothing
  }

  /// A hint for rows of unequal length in a file whose first line has another sign, or nothing.
  private func hint(about error: DatasetError, _ reading: RowReading) -> String {
    guard case .raggedRow = error, reading.delimiter == nil, case .file(let path) = self,
      path != Self.standardInput, DatasetFormat(endingOf: path) == .csv,
      let head = try? InputFile.rowSource(path).bytes(0, 1 << 16).prefix(while: { $0 != 0x0A })
    else { return "" }
    func count(_ sign: Character) -> Int { head.count { $0 == sign.asciiValue } }
    let other = RowReading.signs.filter { $0.sign != "," }.max { count($0.sign) < count($1.sign) }
    guard let other, count(other.sign) > count(",") else { return "" }
    return "; if the cells are between other signs, pass --delimiter \(other.name)"
  }

  /// The name that stands for the rows on standard input.
  package static let standardInput = "-"

  /// Returns true if a path is standard input, a pipe or a device.
  static func isStream(_ path: String) -> Bool {
    path == standardInput || (try? FileKind(at: path)) == .stream
  }

  /// The path as messages name it.
  static func shown(_ path: String) -> String {
    path == standardInput ? "standard input" : path
  }

  private static func fileName(of path: String) -> String {
    if path == standardInput { return "stdin" }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func kebabCase(_ fileName: String) -> String {
    let stem = fileName.split(separator: ".").first.map(String.init) ?? fileName
    let mapped = stem.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return mapped.isEmpty ? "corpus" : String(mapped)
  }

  /// - Parameter project: the folder with the files of the fixtures.
  /// - Throws: ``InputError``.
  package func corpus(in project: ProjectFolder) throws(InputError) -> Corpus {
    try rows(in: project).corpus
  }

  /// The corpus, and notes about the file that it comes from.
  ///
  /// - Parameters:
  ///   - project: the folder with the files of the fixtures.
  ///   - profile: a file that may state the roles of columns; nil to infer them.
  ///   - text: the columns of a file that are searched as text; empty to infer them.
  ///   - reading: the way to read a file.
  /// - Throws: ``InputError/input(_:)``; if the profile's file is wrong, with the location in it.
  package func rows(
    in project: ProjectFolder, seenThrough profile: ProfileFile? = nil, text: [String] = [],
    reading: RowReading = RowReading()
  ) throws(InputError) -> (corpus: Corpus, notes: [String]) {
    do {
      switch self {
      case .generated(let generator, let rowCount):
        return (try generator.corpus(rowCount: rowCount, seed: Self.generatorSeed), [])
      case .fixture(let fixture):
        guard let path = project.file("Fixtures/corpora/\(fixture.fileName)") else {
          throw InputError.input("the project's folder cannot be found; set MATCHMARK_HOME")
        }
        let dataset = Dataset(
          name: fixture.name, source: try InputFile.rowSource(path), format: .csv)
        return (try dataset.corpus(columns: fixture.columns), [])
      case .file(let path):
        let source = try InputFile.rowSource(path)
        let format = try reading.format(of: path, source)
        let dataset = Dataset(name: name, source: source, format: format)
        let rows =
          try text.isEmpty
          ? dataset.rows(columns: profile?.columns) : dataset.rows(text: text)
        return (rows.corpus, rows.notes(as: format, of: path))
      }
    } catch let error as InputError {
      throw error
    } catch let error as DatasetError {
      throw profile?.error(about: error) ?? .input("\(error)\(hint(about: error, reading))")
    } catch {
      throw .input("\(error)")
    }
  }
}
