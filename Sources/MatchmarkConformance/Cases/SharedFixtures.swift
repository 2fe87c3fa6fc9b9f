public import MatchmarkCore
internal import MatchmarkJSON

/// Corpora and profiles that several cases name.
public struct SharedFixtures: Sendable {
  /// The corpora by name.
  public internal(set) var corpora: [String: CaseCorpus] = [:]
  /// The profiles by name.
  public internal(set) var profiles: [String: SearchProfile] = [:]

  init() {}

  init(_ reader: CaseReader) throws(ConformanceError) {
    let object = try reader.object(["corpora", "profiles"], optional: ["$schema", "about"])
    let named = object["corpora"]
    guard case .object? = named.value else { throw named.wrong("an object of corpora") }
    for name in try named.keys() { corpora[name] = try CaseCorpus(named[name], name: name) }
    for reader in try object["profiles"].array() {
      let profile = try SearchProfile(reader, isStrict: true)
      guard profiles.updateValue(profile, forKey: profile.name) == nil else {
        throw .duplicate("profile", profile.name, at: reader.place)
      }
    }
  }

  /// The corpus that a string names, or that an object spells out.
  func corpus(_ reader: CaseReader, caseID: String) throws(ConformanceError) -> CaseCorpus {
    guard case .string(let name)? = reader.value else {
      return try CaseCorpus(reader, name: caseID)
    }
    guard let corpus = corpora[name] else {
      throw .unknown("corpus", name, known: corpora.keys.sorted(), at: reader.place)
    }
    return corpus
  }

  func profile(_ reader: CaseReader) throws(ConformanceError) -> SearchProfile {
    guard case .string(let name)? = reader.value else {
      return try SearchProfile(reader, isStrict: true)
    }
    guard let profile = profiles[name] else {
      throw .unknown("profile", name, known: profiles.keys.sorted(), at: reader.place)
    }
    return profile
  }
}

extension CaseCorpus {
  init(_ reader: CaseReader, name: String) throws(ConformanceError) {
    let object = try reader.object(["key", "columns", "rows"])
    let columns = try object["columns"].array().map {
      column throws(ConformanceError) in try Column(column)
    }
    let keyName = try object["key"].string()
    guard let key = columns.firstIndex(where: { $0.name == keyName }) else {
      throw .unknown("column", keyName, known: columns.map(\.name), at: object.place.key("key"))
    }
    let rows = try object["rows"].repeatable().map { row, times throws(ConformanceError) in
      let cells = try row.array().map { cell throws(ConformanceError) in try cell.text() }
      guard cells.count == columns.count else { throw row.wrong("\(columns.count) cells") }
      guard let times else { return [cells] }
      return (0..<times).map { number in
        var cells = cells
        cells[key] += String(number + 1)
        return cells
      }
    }.flatMap(\.self)
    let keys = rows.map { $0[key] }
    if let key = Dictionary(grouping: keys, by: \.self).first(where: { $1.count > 1 })?.key {
      throw .duplicate("row", key, at: object.place.key("rows"))
    }
    self.init(name: name, columns: columns, rows: rows, keys: keys)
  }
}
