import MatchmarkTesting
import OwnMatcher
import Testing

@Test("the matcher conforms", arguments: ConformanceTest.all(of: FirstByteMatcher.self))
func conforms(_ test: ConformanceTest) throws { try test.check() }
