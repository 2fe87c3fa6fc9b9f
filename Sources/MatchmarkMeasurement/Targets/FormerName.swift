/// What things were called in earlier versions: still read, with a notice, and never written.
package enum FormerName {
  /// Suites that ship.
  package static let suites = ["limits": "frontier"]

  /// Keys of a suite's targets.
  package static let targetKeys = ["contestant": "participant", "peer": "incumbent"]

  private static let recordKeys = [
    "contestant": "participant", "contestantValue": "participantValue", "peer": "incumbent",
    "peerValue": "incumbentValue",
  ]

  /// A key of a record by its name of today.
  static func current(_ key: any CodingKey) -> any CodingKey {
    recordKeys[key.stringValue].map { Key(stringValue: $0) } ?? key
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
