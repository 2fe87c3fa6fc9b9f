// Gives bytes to one target for as long as libFuzzer's options allow; see scripts/fuzz.
//
//   FUZZ_TARGET=csv matchmark-fuzz [libFuzzer's options and folders]
//
// The target is in the environment, because libFuzzer starts this program anew for some of its
// work, with the arguments that it knows.
import CFuzzer
import Foundation
import FuzzTargets

private let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
private let chosen = FuzzTarget.all.first { $0.name == name }
guard let target = chosen else {
  let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
  FileHandle.standardError.write(
    Data("FUZZ_TARGET: got '\(name ?? "")', expected one of \(names)\n".utf8))
  exit(64)
}

/// libFuzzer takes a C function, which cannot capture anything, so the target is a global.
private let fuzzed: FuzzTarget = target

exit(
  unsafe fuzzer_run(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
    // libFuzzer's bytes are valid for the call.
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do { try fuzzed.run(input) } catch {
      fatalError("\(fuzzed.name): \(error), expected of \(fuzzed.boundary): \(fuzzed.promise)")
    }
  })
