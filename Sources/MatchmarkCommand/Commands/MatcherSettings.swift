import MatchmarkCore
import MatchmarkHarness
import MatchmarkSystem

/// Options of matchers as given on the command line: `<matcher>.<option>=<value>`.
struct MatcherSettings {
  private var values: [String: [String: String]] = [:]

  /// Reads the arguments.
  ///
  /// - Throws: ``CommandError`` for an argument that is not a setting, and for an unknown matcher,
  ///   option or value.
  init(_ arguments: [String]) throws(CommandError) {
    let options = Catalog.current.entries.flatMap { entry in
      entry.descriptor.options.map { (name: "\(entry.descriptor.id).\($0.name)", option: $0) }
    }
    for argument in arguments {
      guard let (name, value) = argument.halves(at: "=") else {
        throw .usage("got matcher option '\(argument)', expected <matcher>.<option>=<value>")
      }
      guard let known = options.first(where: { $0.name == name }) else {
        throw .unknownName(kind: "matcher option", name: name, known: options.map(\.name))
      }
      guard known.option.accepts(value) else {
        if known.option.range != nil {
          throw .usage("got \(argument), expected \(known.option.expectation)")
        }
        throw .unknownName(kind: "value of \(name)", name: value, known: known.option.values)
      }
      let id = String(name.dropLast(known.option.name.count + 1))
      values[id, default: [:]][known.option.name] = value
    }
  }

  /// Applies to a matcher of the catalog the options that are meant for it; they hold for every use
  /// of it, even if nothing is timed.
  func applied(to participant: Participant) -> Participant {
    values[participant.id].map(participant.choosing) ?? participant
  }
}
