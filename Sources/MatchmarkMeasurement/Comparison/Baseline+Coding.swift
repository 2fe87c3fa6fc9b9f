import FoundationEssentials

extension Baseline {
  /// The baseline as JSON, keys sorted, each cell on lines of its own, so that git can show what
  /// changed.
  package func encoded() throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      var text: [UInt8] = Array("{\"cells\":[\n".utf8)
      for (index, cell) in cells.enumerated() {
        text += Array(try encoder.encode(cell))
        text += Array((index + 1 < cells.count ? ",\n" : "\n").utf8)
      }
      text += Array("],\"conditions\":".utf8)
      text += Array(try encoder.encode(conditions))
      text += Array(",\n\"formatVersion\":\(formatVersion)}\n".utf8)
      return text
    } catch {
      throw .malformed("\(error)")
    }
  }

  private struct Version: Decodable {
    var formatVersion: Int
  }

  /// Reads a baseline of this or an earlier version.
  package init(decoding bytes: [UInt8]) throws(RecordError) {
    if let number = RecordNumbers.offender(in: bytes) { throw .numberTooLarge(number) }
    let decoder = JSONDecoder()
    do {
      let version = try decoder.decode(Version.self, from: Data(bytes)).formatVersion
      guard version <= Self.currentFormatVersion else {
        throw RecordError.tooNewBaseline(version: version)
      }
      self = try decoder.decode(Baseline.self, from: Data(bytes))
    } catch let error as RecordError {
      throw error
    } catch {
      throw .malformedBaseline("\(error)")
    }
  }
}
