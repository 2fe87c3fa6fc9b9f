import Foundation
import FuzzTargets
import Testing

@Suite("Seeds of fuzzing")
struct SeedTests {
  @Test("every target has seeds, and lives through all of them", arguments: FuzzTarget.all)
  func seeds(target: FuzzTarget) throws {
    let seeds = try FuzzFiles.seeds(of: target)
    #expect(seeds.count >= 3, "\(target.name)")
    for seed in seeds {
      let bytes = [UInt8](try Data(contentsOf: seed))
      #expect(throws: Never.self, "\(seed.path)") { try target.run(bytes) }
    }
  }
}
