import MatchmarkCore
import MatchmarkMeasurement

/// The reference matcher a second time, built for itself and measured like any other.
///
/// What an identical pair seems to differ by is the noise of the run, and no difference smaller
/// than that means anything.
enum Twin {
  /// The twin of the reference matcher; none where that is not on this cell.
  static func contender(
    of reference: String, among contenders: [Contender], on corpus: FoldedCorpus
  ) -> [Contender] {
    guard let first = contenders.first(where: { $0.participant.id == reference }), first.isRight
    else { return [] }
    var twin = Contender(first.participant, on: corpus)
    twin.isTwin = true
    return twin.isRight ? [twin] : []
  }

  /// Takes the twin out of the contenders; a reference whose twin was wrong is wrong.
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
