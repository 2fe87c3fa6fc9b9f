import MatchmarkCore

extension KernelScan {
  /// The forms of a scan, for all instructions that this processor has.
  static let allForms: [String] =
    KernelPath.available.flatMap { path in
      path.number == nil
        ? portableForms : kernelForms.map { "scan by \(path.rawValue), \($0)" }
    } + tailForms + keepForms

  private static let portableForms = ["scan by swift", "scan by swift, words", "starts by swift"]
  private static let kernelForms = [
    "branching", "branching for words", "dense", "dense for words", "verified", "starts",
    "starts of more than a word",
  ]
  private static let tailForms = [
    "text ends within a block", "text ends with a block", "needle longer than a block",
  ]
  private static let keepForms = ["keep in a list", "keep in a bitmap"]

  /// Counts the forms of an insertion of all matches.
  func countForms(inserting needle: Needle, in counts: inout FormCounts) {
    guard let kernel = kernel(for: needle) else {
      switch needle.mode {
      case .contains: counts.add("scan by swift")
      case .wordPrefix: counts.add("scan by swift, words")
      case .prefix, .equality: counts.add("starts by swift")
      }
      return
    }
    let name = "scan by \(path.rawValue)"
    switch needle.mode {
    case .contains, .wordPrefix:
      let form = kernel.form
      let way = form.isDense ? "dense" : "branching"
      counts.add("\(name), \(way)\(needle.mode == .wordPrefix ? " for words" : "")")
      if !form.isDecided { counts.add("\(name), verified") }
      let isWhole = arena.textSizeInBytes.isMultiple(of: 64)
      counts.add(isWhole ? "text ends with a block" : "text ends within a block")
      if needle.range.count > 64 { counts.add("needle longer than a block") }
    case .prefix, .equality:
      counts.add("\(name), starts\(needle.range.count > 8 ? " of more than a word" : "")")
    }
  }
}
