import MatchmarkCore
import Testing

@Suite struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0x0000_0000), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func checksumsAreThoseOfZlib(text: String, expected: UInt32) {
    var checksum = Checksum()
    checksum.update(text.utf8)
    #expect(checksum.value == expected)
    #expect(checksum.byteCount == text.utf8.count)
  }

  @Test func bytesInPartsHaveTheChecksumOfTheWhole() {
    var checksum = Checksum()
    checksum.update("1234".utf8)
    checksum.update([])
    checksum.update("56789".utf8)
    #expect(checksum.identity == "cbf43926-9")
  }

  @Test func identitiesHaveEightHexadecimalDigitsAndTheLength() {
    #expect(Checksum().identity == "00000000-0")
    var checksum = Checksum()
    checksum.update("ivwt".utf8)
    #expect(checksum.identity == "00002963-4")
  }
}
