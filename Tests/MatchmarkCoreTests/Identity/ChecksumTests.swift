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
    checksum.update("The quick br".utf8)
    checksum.update([])
    checksum.update("own fox jumps over the lazy dog".utf8)
    #expect(checksum.identity == "414fa339-43")
  }

  @Test func identitiesHaveEightHexadecimalDigitsAndTheLength() {
    #expect(Checksum().identity == "00000000-0")
    var checksum = Checksum()
    checksum.update("ivwt".utf8)
    #expect(checksum.identity == "00002963-4")
  }
}
