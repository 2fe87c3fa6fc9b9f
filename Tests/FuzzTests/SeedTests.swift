import Foundation
import FuzzTargets
import Testing

@Suite("Seeds of fuzzing")
struct SeedTests {
  @Test(
    "Every fuzz target has at least three seeds, and survives the seeds of all targets",
    arguments: FuzzTarget.all
  )
  func seeds(target: FuzzTarget) throws {
    #expect(try FuzzFiles.seeds(of: target).count >= 3, "\(target.name)")
    for seed in try FuzzTarget.all.flatMap(FuzzFiles.seeds) {
      let bytes = [UInt8](try Data(contentsOf: seed))
      #expect(throws: Never.self, "\(seed.path): \(target.promise)") { try target.run(bytes) }
    }
  }
}
