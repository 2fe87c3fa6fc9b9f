import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Clock, machine and process", .exits)
struct MachineTests {
  @Test("The monotonic clock advances, and never goes backwards")
  func monotonic() {
    let first = MonotonicClock.now()
    var last = first
    for _ in 0..<100_000 {
      let next = MonotonicClock.now()
      guard next >= last else {
        Issue.record("\(next) after \(last)")
        return
      }
      last = next
    }
    #expect(last > first)
  }

  @Test("The clock states its name, its resolution and what a reading costs")
  func clockFacts() {
    #expect(MonotonicClock.name == "CLOCK_MONOTONIC")
    #expect(MonotonicClock.resolutionInNanoseconds() > 0)
    let cost = MonotonicClock.measureReadingCost(batchCount: 11)
    #expect(cost > 0)
    #expect(cost < 1_000_000)
  }

  @Test("The facts about the machine are plausible, and the same at every reading")
  func facts() {
    #expect(!MachineFacts.hostName.isEmpty)
    #expect(!MachineFacts.kernelRelease.isEmpty)
    #expect(!MachineFacts.processorModel.isEmpty)
    #expect(MachineFacts.coreCount >= 1)
    #if os(Linux)
      #expect(MachineFacts.kernelRelease.first?.isNumber == true)
      #expect((MachineFacts.memorySizeInBytes ?? 0) > 1 << 20)
    #endif
    #expect(readFacts() == readFacts())
  }

  private func readFacts() -> [String] {
    [
      MachineFacts.hostName, MachineFacts.kernelRelease, MachineFacts.processorModel,
      "\(MachineFacts.coreCount)", "\(MachineFacts.memorySizeInBytes ?? 0)",
      MachineFacts.frequencyGovernor ?? MachineFacts.unknown,
    ]
  }

  @Test("The load is not negative, and stolen time is a share of all processor time")
  func load() throws {
    let load = try #require(MachineFacts.load)
    #expect(load >= 0)
    let start = snapshot(seconds: 1, ownSeconds: 0, total: 100, stolen: 10, idle: 0)
    let end = snapshot(seconds: 2, ownSeconds: 0, total: 300, stolen: 60, idle: 0)
    #expect(end.stolenShare(since: start) == 0.25)
    #expect(start.stolenShare(since: start) == nil)
    #expect(start.stolenShare(since: end) == nil)
  }

  private func snapshot(
    seconds: UInt64, ownSeconds: UInt64, total: UInt64, stolen: UInt64, idle: UInt64
  ) -> MachineSnapshot {
    MachineSnapshot(
      nanoseconds: seconds * 1_000_000_000, ownNanoseconds: ownSeconds * 1_000_000_000,
      processorTime: ProcessorTime(totalTicks: total, stolenTicks: stolen, idleTicks: idle))
  }

  @Test("Processor use by other processes is whatever is not idle, stolen or our own")
  func foreignCores() throws {
    let start = snapshot(seconds: 10, ownSeconds: 1, total: 1_000, stolen: 50, idle: 500)
    // Ten seconds on two cores are 2 000 ticks: 500 idle, 100 stolen, and nine seconds ours.
    let end = snapshot(seconds: 20, ownSeconds: 10, total: 3_000, stolen: 150, idle: 1_000)
    let cores = try #require(end.foreignCores(since: start, coreCount: 2))
    #expect(abs(cores - (1.4 - 0.9)) < 1e-12)
    #expect(end.stolenShare(since: start) == 0.05)
    #expect(start.foreignCores(since: start, coreCount: 2) == nil)
    let unknown = MachineSnapshot(nanoseconds: 5, ownNanoseconds: 1, processorTime: nil)
    #expect(end.foreignCores(since: unknown, coreCount: 2) == nil)
  }

  @Test("A snapshot of the machine counts the processor time of this process")
  func ownTime() {
    let start = MachineSnapshot.current()
    var state: UInt64 = 1
    while MonotonicClock.now() - start.nanoseconds < 30_000_000 { state = state &* 3 &+ 1 }
    let end = MachineSnapshot.current()
    #expect(state != 0)
    #expect(end.ownNanoseconds > start.ownNanoseconds)
  }

  #if os(Linux)
    @Test("The peak of memory covers resident memory, and grows with an allocation")
    func memory() throws {
      _ = ProcessMemory.resetPeak()
      let before = try #require(ProcessMemory.peakResidentSizeInBytes())
      let sizeInBytes = 64 << 20
      let block = [UInt8](repeating: 1, count: sizeInBytes)
      let resident = try #require(ProcessMemory.residentSizeInBytes())
      let during = try #require(ProcessMemory.peakResidentSizeInBytes())
      #expect(block[sizeInBytes - 1] == 1)
      #expect(during >= before + UInt64(sizeInBytes) / 2)
      #expect(resident <= during)
    }
  #endif

  @Test("A pipe is not a terminal and has no width")
  func pipe() {
    let pipe = Pipe()
    let number = pipe.fileHandleForWriting.fileDescriptor
    #expect(!Terminal.isTerminal(number))
    #expect(Terminal.width(of: number) == nil)
    #expect(!Terminal.isTerminal(-1))
  }

  @Test("An interrupt ends the process with status 130 and a line that says so")
  func interrupt() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(130), observing: [\.standardErrorContent]
    ) {
      Signals.installInterruptHandlers()
      send(SIGINT)
      sleep(10)
    }
    let line = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(line.contains("\nmatchmark: interrupted; no file is half-written\n"))
  }

  @Test("SIGTERM ends the process with status 143, while SIGPIPE and SIGXFSZ do not end it")
  func terminate() async {
    await #expect(processExitsWith: .exitCode(143)) {
      Signals.installInterruptHandlers()
      send(SIGPIPE)
      send(SIGXFSZ)
      send(SIGTERM)
      sleep(10)
    }
  }
}

/// Signals the whole process, because the threads of tests block all signals.
private func send(_ signal: Int32) {
  kill(getpid(), signal)
}
