import MatchmarkTesting
import Starter
import Testing

@Test("the matcher conforms", arguments: ConformanceTest.all(of: Starter.self))
func conforms(_ test: ConformanceTest) throws { try test.check() }
