/// Names from earlier versions: still read, with a notice, but never written.
package enum FormerName {
  /// Suites that ship.
  package static let suites = ["limits": "frontier"]

  /// Keys of a suite's targets.
  package static let targetKeys = ["contestant": "participant", "peer": "incumbent"]

  private static let recordKeys = [
    "contestant": "participant", "contestantValue": "participantValue", "peer": "incumbent",
    "peerValue": "incumbentValue",
  ]

  /// The last key of a path in a record, by its current name.
  ///
  /// Only targets had other names; elsewhere, such a key may be text from outside.
  static func current(_ path: [any CodingKey]) -> any CodingKey {
    let key = path[path.count - 1]
    guard let name = recordKeys[key.stringValue],
      path.contains(where: { $0.stringValue == "targets" })
    else { return key }
    return Key(stringValue: name)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
