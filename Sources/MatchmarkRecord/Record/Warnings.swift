import MatchmarkCore

/// The warnings that a reader should see before trusting the figures, with the remedies.
package enum Warnings {
  /// Returns the warnings about a measured run, the gravest first.
  package static func about(
    _ context: RunContext, _ cells: [CellRecord], reference: String
  ) -> [String] {
    aboutBuildAndClock(context) + aboutMachine(context.host)
      + aboutEarlierStarts(cells, on: context.host) + aboutNoise(cells)
      + aboutDoubt(cells, reference: reference) + aboutPlainTyping(cells)
  }

  /// A cell whose profile folds or has numbers, and whose keystrokes need neither.
  private static func aboutPlainTyping(_ cells: [CellRecord]) -> [String] {
    let plain = cells.filter { cell in
      let isAsked = cell.profile.folding != .exact || !cell.profile.numericFields.isEmpty
      return isAsked && (cell.needs?.typedCount ?? 0) > 0 && cell.needs?.isPlain == true
    }
    guard let first = plain.first else { return [] }
    let place =
      plain.count == 1 ? first.id : "\(plain.count) of \(cells.count) cells, such as \(first.id),"
    return [
      "no keystroke of \(place) needs folding, a number or an input method; these sessions say "
        + "nothing about a participant that lacks them"
    ]
  }

  private static func aboutBuildAndClock(_ context: RunContext) -> [String] {
    var warnings: [String] = []
    if !context.build.isOptimised {
      warnings.append("this is a debug build; its times mean nothing: build with -c release")
    }
    if context.clock.resolutionInNanoseconds > 1_000 {
      warnings.append(
        "the clock ticks only every \(Int(context.clock.resolutionInNanoseconds)) ns; figures "
          + "below a hundred ticks are noise: use a machine with a finer \(context.clock.name)")
    }
    if context.clock.readingCostInNanoseconds > 1_000 {
      warnings.append(
        "reading the clock takes \(Int(context.clock.readingCostInNanoseconds)) ns, so most "
          + "keystrokes are batched and show no tail: set the kernel's clock source to that of the "
          + "processor (tsc)")
    }
    return warnings
  }

  /// The share of the cores that may be busy before a run.
  private static let quietLoad = 0.75
  /// The number of cores that other processes may use during a run.
  private static let quietCores = 0.25
  /// The share of the time that a hypervisor may take.
  private static let quietShare = 0.02

  private static func aboutEarlierStarts(_ cells: [CellRecord], on host: HostRecord) -> [String] {
    let earlier = cells.compactMap(\.earlier)
    guard let first = earlier.map(\.startedAt).min() else { return [] }
    let busy = earlier.count { start in
      var then = host
      then.loadBefore = start.loadBefore
      (then.foreignCores, then.stolenShare) = (start.foreignCores, start.stolenShare)
      then.frequencyGovernor = nil
      return !aboutMachine(then).isEmpty
    }
    return [
      "\(earlier.count) of \(cells.count) cells were measured before, by an earlier start of this "
        + "command (from \(first) on)"
        + (busy > 0 ? ", \(busy) of them while the machine was busy" : "")
        + "; --fresh measures them again"
    ]
  }

  private static func aboutMachine(_ host: HostRecord) -> [String] {
    var warnings: [String] = []
    if let load = host.loadBefore, load > Double(host.coreCount) * quietLoad {
      warnings.append(
        "the machine was busy before the run (load \(rounded(load)), \(host.coreCount) cores); "
          + "close other programs and run again")
    }
    if let cores = host.foreignCores, cores > quietCores {
      warnings.append(
        "other programs used \(rounded(cores)) of \(host.coreCount) cores during the run; close "
          + "them, or trust ratios only")
    }
    if let share = host.stolenShare, share > quietShare {
      warnings.append(
        "the hypervisor took \(rounded(share * 100)) % of the time; use a dedicated machine, or "
          + "trust ratios only")
    }
    if let governor = host.frequencyGovernor, governor != "performance" {
      warnings.append(
        "the frequency governor is '\(governor)', so the same work takes longer after an idle "
          + "period; for repeatable times: cpupower frequency-set -g performance")
    }
    return warnings
  }

  /// The noise floor above which differences that matter are hidden.
  private static let quietFloor = 0.1

  private static func aboutNoise(_ cells: [CellRecord]) -> [String] {
    let loud = cells.compactMap { cell in
      cell.noise.map { (cell: cell.id, matcher: $0.matcher, floor: $0.ratio.distanceFromOne) }
    }.filter { $0.floor > quietFloor }
    guard let loudest = loud.max(by: { $0.floor < $1.floor }) else { return [] }
    let percent = rounded(loudest.floor * 100)
    return [
      "\(loudest.matcher) may differ from itself by \(percent) % on \(loudest.cell)"
        + (loud.count > 1 ? " and by over 10 % on \(loud.count - 1) more cells" : "")
        + "; smaller differences there mean nothing: measure longer with --max-time"
    ]
  }

  /// Returns a warning about ratios whose interval contains one and is wider than the difference to
  /// be shown.
  private static func aboutDoubt(_ cells: [CellRecord], reference: String) -> [String] {
    var noisy: [String] = []
    var scattered: [String] = []
    for cell in cells {
      for entry in Standings(cell).entries where entry.id != reference {
        guard let interval = (entry.whole ?? entry.common)?.interval, interval.contains(1)
        else { continue }
        let name = "\(entry.id) on \(cell.id)"
        if interval.repetitionWidth > interval.relativeWidth / 2 {
          noisy.append(name)
        } else {
          scattered.append(name)
        }
      }
    }
    return doubt(noisy, reference, "measure longer with --max-time, or call them equal")
      + doubt(scattered, reference, "one is better at some keystrokes, the other at others")
  }

  private static func doubt(_ names: [String], _ reference: String, _ advice: String) -> [String] {
    guard let first = names.first else { return [] }
    let others = names.count > 1 ? " (and \(names.count - 1) more)" : ""
    return [
      "\(first)\(others) cannot be distinguished from \(reference): the interval is wider than "
        + "the difference; \(advice)"
    ]
  }

  /// Returns a number rounded to one decimal place.
  private static func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
