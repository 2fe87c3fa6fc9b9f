extension Unicode.Scalar {
  /// Whether it changes the order in which a screen shows what follows, and shows nothing itself:
  /// directional marks, embeddings, overrides and isolates.
  ///
  /// If obeyed, they make a report say what no one wrote (CVE-2021-42574), so each is shown as its
  /// number instead.
  package var turnsDirection: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
