import MatchmarkConformance
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkReports
import MatchmarkSystem

extension HuntCommand {
  /// The store of finds: by default the project's folder if the current folder is within it, else
  /// one below the current folder, because users of a package must not write into its checkout.
  private var store: HuntStore {
    let project = ProjectFolder.aroundCurrentFolder.map { "\($0)/Fixtures/regressions" }
    return HuntStore(
      folder: regressions ?? project ?? "regressions", replacing: context.replacement)
  }

  func earlyFinds<C: Contract>(of contract: C, seed: UInt64) -> EarlyFinds<C> {
    let store = store
    return EarlyFinds { find, number in
      let about = "Found by a hunt with seed \(seed), case \(number); not shrunk."
      // If it cannot be stored, storing the small one will report the error.
      guard
        let path = try? StoredFind(find, of: contract).map({ try store.store($0, about: about) })
      else { return nil }
      StandardError.write("  stored unshrunk: \(path)")
      return path
    }
  }

  /// Stores a find that can be reproduced, and says how; the find itself weighs more than a failure
  /// to store it.
  ///
  /// - Returns: the path of its file; nil if there is none.
  func keep<C>(
    _ find: Find<C>, of contract: C, about: String, _ hunted: [Hunted]
  ) -> String? {
    do throws(InputError) {
      let stored = try InputError.wrap("cannot store the find: ") {
        try StoredFind(find, of: contract)
      }
      guard let stored else {
        print("  not stored: no file of cases can hold it")
        return nil
      }
      print("  clauses: \(stored.clauses.joined(separator: ", "))")
      let path = try store.store(stored, about: about)
      print("  stored: \(path)")
      var words = ["verify", path]
      if let one = hunted.first(where: { $0.id == find.subject.id }) {
        words += one.arguments
        words += find.subject.options.flatMap { ["--matcher-option", $0] }
      }
      print("  replay: \(context.shown.command(words))")
      return path
    } catch {
      StandardError.write(error)
      return nil
    }
  }
}
