import MatchmarkCore
import MatchmarkMeasurement

/// The reference matcher a second time, built separately and measured like any other.
///
/// The apparent difference of an identical pair is the noise of the run; smaller differences mean
/// nothing.
enum Twin {
  /// The twin of the reference matcher; nil if that is not on this cell.
  static func contender(
    of reference: String, among contenders: [Contender], on corpus: FoldedCorpus
  ) -> [Contender] {
    guard let first = contenders.first(where: { $0.participant.id == reference }), first.isRight
    else { return [] }
    var twin = Contender(first.participant, on: corpus)
    twin.isTwin = true
    return twin.isRight ? [twin] : []
  }

  /// Removes the twin from the contenders; a reference whose twin was wrong is wrong.
  static func remove(from contenders: inout [Contender]) -> Contender? {
    guard let position = contenders.firstIndex(where: \.isTwin) else { return nil }
    let twin = contenders.remove(at: position)
    if twin.record.isWrong,
      let first = contenders.firstIndex(where: { $0.participant.id == twin.participant.id }),
      !contenders[first].record.isWrong
    {
      contenders[first].record = twin.record
    }
    return twin
  }
}
