import Foundation
import MatchmarkTestSupport

/// Something at a path.
enum Thing: Equatable {
  case file([UInt8], mode: Int = 0o644)
  case folder
  case pipe
  case link(String)

  static func text(_ text: String) -> Thing { .file(Array(text.utf8)) }

  func place(at path: String) throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    switch self {
    case .file(let bytes, let mode):
      try Data(bytes).write(to: URL(filePath: path))
      if mode != 0o644 {
        try files.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
    case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    case .pipe: if unsafe mkfifo(path, 0o644) != 0 { throw CocoaError(.fileWriteUnknown) }
    case .link(let target):
      try files.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
  }
}

/// The surroundings of an attack, and the files that it may change.
///
/// The command runs in the folder `here`. Everything else belongs to others: `elsewhere`, and the
/// temporary folder `tmp` except for what the command makes there.
struct AttackScene {
  /// The contents of the folder, by path.
  var things: [String: Thing] = [
    "here": .folder, "tmp": .folder,
    "here/treasure": .text("not ours"),
    "elsewhere/treasure": .text("not ours"),
    "elsewhere/secret.env": .text("title\n\(Self.secret)\n"),
    "elsewhere/000001-20260101T000000Z-corpus.json": .text("{\"mine\":1}\n"),
    "elsewhere/junit.xml": .text("<mine/>\n"), "elsewhere/find-1.json": .text("{\"mine\":2}\n"),
    "elsewhere/main.json": .text("{\"cells\":[]}\n"),
    "elsewhere/folder/kept": .text("kept"),
  ]
  /// The folders in which the command may make files.
  var places = ["here/out", "here/reports"]
  /// The files that it may replace or remove.
  var yielding: Set<String> = []
  /// Folders that another process holds, namely that of the tests.
  var held: [String] = []
  /// Files that were last changed in 1970.
  var old: Set<String> = []

  /// A text that no file and no output may repeat.
  static let secret = "secret-7f3a9c51"

  mutating func add(_ thing: Thing, at path: String, yields: Bool = false) {
    things[path] = thing
    if yields { yielding.insert(path) }
  }

  func place(in folder: String) throws {
    // The shorter paths first, so that a folder is there before what it holds.
    for (path, thing) in things.sorted(by: { $0.key < $1.key }) {
      try thing.place(at: "\(folder)/\(path)")
      if old.contains(path), case .file = thing {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(folder)/\(path)")
      }
    }
  }

  func mayCreate(_ path: String) -> Bool {
    places.contains { path == $0 || path.hasPrefix("\($0)/") }
  }

  func mayChange(_ path: String) -> Bool {
    yielding.contains { path == $0 || path.hasPrefix("\($0)/") }
  }

  /// A relative link from a path to another.
  static func link(from path: String, to target: String) -> Thing {
    let depth = path.split(separator: "/").count - 1
    return .link(String(repeating: "../", count: depth) + target)
  }
}

/// The names, kinds, modes, bytes and targets of everything in a folder.
struct FolderState {
  private let facts: [String: Fact]

  private struct Fact: Equatable {
    let type: FileAttributeType?
    let mode: Int?
    let content: Data?
    let target: String?
  }

  init(of folder: String) {
    let files = FileManager.default
    let paths = files.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    facts = Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let whole = "\(folder)/\(path)"
        let attributes = try? files.attributesOfItem(atPath: whole)
        let type = attributes?[.type] as? FileAttributeType
        return (
          path,
          Fact(
            type: type, mode: attributes?[.posixPermissions] as? Int,
            content: type == .typeRegular ? files.contents(atPath: whole) : nil,
            target: try? files.destinationOfSymbolicLink(atPath: whole))
        )
      })
  }

  /// The changes since an earlier state that the scene does not permit.
  func offences(since old: FolderState, in scene: AttackScene) -> [String] {
    var offences: [String] = []
    for (path, fact) in old.facts where !scene.mayChange(path) {
      guard let now = facts[path] else {
        offences.append("\(path) is gone")
        continue
      }
      if now != fact { offences.append("\(path) is changed") }
    }
    for path in facts.keys where old.facts[path] == nil && !scene.mayCreate(path) {
      offences.append("\(path) is new")
    }
    return offences.sorted()
  }

  /// New or changed files that contain a text.
  func files(with text: String, since old: FolderState) -> [String] {
    facts.filter { path, fact in
      old.facts[path] != fact && fact.content?.range(of: Data(text.utf8)) != nil
    }.keys.sorted()
  }

  var paths: [String] { facts.keys.sorted() }
}
