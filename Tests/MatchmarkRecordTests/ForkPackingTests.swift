import MatchmarkRecord
import Testing

@Suite("Packed samples of several forks")
struct ForkPackingTests {
  private func sample(_ fork: Int, _ round: Int) -> Sample {
    Sample(fork: fork, round: round, keystroke: 3, order: 1, batch: 2, totalNanoseconds: 99)
  }

  @Test("Packed samples of several forks are read back with their forks")
  func roundTrip() throws {
    let samples = [sample(0, 0), sample(0, 1), sample(2, 0), sample(2, 7), sample(3, 1)]
    #expect(try SamplePacking.unpack(SamplePacking.pack(samples)) == samples)
  }

  @Test("The samples of a single fork are packed in the format without forks")
  func oneFork() {
    #expect(SamplePacking.pack([sample(0, 1)]) == "AgYBAmM=")
  }

  @Test("One broken fork makes packed samples invalid")
  func broken() {
    #expect(throws: SamplePacking.PackingError.truncated) {
      try SamplePacking.unpack("AgYBAmM=.AgYBAg==")
    }
  }
}
