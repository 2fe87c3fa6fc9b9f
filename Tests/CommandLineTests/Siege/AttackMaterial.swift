import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Files of matchmark's own, from which attacks are made.
struct AttackMaterial {
  let record: [UInt8]
  let baseline: String
  /// A JUnit report.
  let junit: [UInt8]
  /// Plans of one unit, with the path and the text of its result.
  let hunt: Fleet
  let verify: Fleet
  /// The name of a stored find, and its bytes.
  let find: (name: String, bytes: [UInt8])

  struct Fleet {
    let units: String
    let file: String
    let part: String

    fileprivate init(_ words: String, in folder: String, _ name: String) throws {
      let path = "\(folder)/\(name).jsonl"
      try AttackMaterial.run("fleet plan \(words) -e linear-scan -o \(name).jsonl", in: folder)
      try AttackMaterial.run("fleet work \(name).jsonl -o \(name)", in: folder)
      units = try String(contentsOfFile: path, encoding: .utf8)
      let names = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(name)")
      file = try #require(names.first { $0.hasSuffix(".json") })
      part = try String(contentsOfFile: "\(folder)/\(name)/\(file)", encoding: .utf8)
    }
  }

  /// Arguments for a baseline that is measured in moments.
  static let baselineArguments =
    "--corpus titles-3 --sessions 1 -e linear-scan -e inverted-index --forks 1 "
    + SmallRun.measuring.joined(separator: " ")
  /// A hunt that finds something, with the program of wrong matchers.
  static let findingHunt =
    "hunt --cases 40 --seed 5 -e broken-drops-last-row --workers 1 --no-progress --regressions out"

  init() throws {
    let folder = try TemporaryFolder()
    try SmallRun.run(in: folder)
    record = try FileReader.read(folder.file("r/record.json"))
    junit = try FileReader.read(folder.file("r/junit.xml"))
    let path = folder.path
    try Self.run("baseline save main \(Self.baselineArguments)", in: path)
    baseline = try String(
      contentsOfFile: folder.file("reports/baselines/main.json"), encoding: .utf8)
    hunt = try Fleet("hunt --cases 2 --seed 5 --rows 20 --first 3", in: path, "hunt")
    verify = try Fleet("verify smoke -f titles-1.titles", in: path, "verify")
    try Self.run(Self.findingHunt, in: path, by: .faulty, endingWith: 2)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).first)
    find = (name, try FileReader.read(folder.file("out/\(name)")))
  }

  private static func run(
    _ line: String, in folder: String, by program: Program = .matchmark, endingWith code: Int32 = 0
  ) throws {
    let outcome = try program.run(line.split(separator: " ").map(String.init), in: folder)
    try #require(outcome.code == code, "\(line): \(outcome.text)")
  }
}
