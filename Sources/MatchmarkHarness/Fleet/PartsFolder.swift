package import MatchmarkDatasets
package import MatchmarkSystem

/// A folder with all or some results of a file of units.
package struct PartsFolder {
  package let path: String
  /// The folder with the suites that a unit may name.
  private let project: ProjectFolder
  private let replacement: Replacement

  package init(path: String, of project: ProjectFolder, replacing replacement: Replacement) {
    self.path = path
    self.project = project
    self.replacement = replacement
  }

  package var units: String { "\(path)/units.jsonl" }

  /// The path of a unit's result; subfolders, because a folder of a million files would be slow.
  package func file(_ id: String) -> String { "\(path)/\(id.prefix(2))/\(id).json" }

  /// Refuses a link in place of the subfolder of a result, which would be written elsewhere.
  package func refuseLink(in id: String) throws(InputError) {
    try ReportsLayout.refuseLink(Folder.containing(file(id)))
  }

  package func write(_ line: [UInt8], of id: String) throws(InputError) {
    try InputError.wrap("cannot write a result: ") {
      try Folder.create(Folder.containing(file(id)))
      // Its name is that of the unit; what is there may be truncated, without its mark.
      try AtomicFile.write(line, to: file(id), replacing: .file)
    }
  }

  /// Copies the units to the folder, unless it is already there.
  ///
  /// Nothing is copied or created before every line has been read as a unit of these sources.
  package func adopt(_ other: String, _ sources: String) throws {
    guard try FileKind(at: units) == .nothing else { return try requireUnits(other) }
    var isEmpty = true
    try FleetUnit.forEach(in: other, of: project) { planned in
      isEmpty = false
      try planned.unit.refuseOthers(than: sources, at: planned.place)
    }
    if isEmpty { throw FleetUnit.none(in: other) }
    let source = try InputFile.rows.open(other)
    try InputError.wrap("cannot write the units: ") {
      try Folder.create(path)
      // Another worker may have come this far, too, with these units or others.
      let claim = try FolderClaim(path, waitingUntil: Deadline(after: .seconds(60)))
      if try FileKind(at: units) == .nothing {
        var copy = try AtomicFile(path: units, replacing: replacement)
        var offset = 0
        while case let bytes = try source.bytes(from: offset, count: 1 << 20), !bytes.isEmpty {
          try copy.write(bytes)
          offset += bytes.count
        }
        try copy.finish()
      }
      withExtendedLifetime(claim) {}
    }
    try requireUnits(other)
  }

  /// - Throws: ``InputError/notComparable(_:)`` if the folder has the parts of other units, and
  ///   ``InputError/input(_:)`` if one of the files cannot be read.
  package func requireUnits(_ other: String) throws(InputError) {
    for file in [units, other] { try InputFile.requireFile(file) }
    let isSame = try InputError.wrap { () throws in
      try FileKind(at: units) != .nothing && Self.areEqual(units, other)
    }
    if isSame { return }
    throw .notComparable(
      "got '\(path)' without units, or with others than those of '\(other)', expected the same")
  }

  /// Returns true if two files have the same bytes, through links.
  private static func areEqual(_ first: String, _ second: String) throws -> Bool {
    let files = (first: try InputFile.rows.open(first), second: try InputFile.rows.open(second))
    guard files.first.sizeInBytes == files.second.sizeInBytes else { return false }
    var offset = 0
    while true {
      let bytes = try files.first.bytes(from: offset, count: 1 << 20)
      guard try files.second.bytes(from: offset, count: 1 << 20) == bytes else { return false }
      if bytes.isEmpty { return true }
      offset += bytes.count
    }
  }
}
