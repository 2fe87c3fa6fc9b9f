/// The fault of the engine `faulty-engine` in one of the steps of a session.
///
/// Apart from this fault, which its first argument names, it follows the protocol.
package enum EngineFault: String, Sendable, CaseIterable {
  /// The engine does nothing wrong.
  case none

  // Allowed behaviour.
  case declineLoad = "decline-load"
  case declineQuery = "decline-query"
  /// It declines what finds an odd number of rows.
  case declineOdd = "decline-odd"
  case onlyRowsOffered = "only-rows-offered"

  // The process.
  case sleep
  /// Stops itself with SIGSTOP.
  case stop
  case crash
  case exit
  /// Exits with 127, as `env` does for a missing program.
  case exitAsNotFound = "exit-as-not-found"
  case closeOutput = "close-output"
  case closeInput = "close-input"
  /// Kills itself at the moment in the second argument, in microseconds.
  case dieAtMoment = "die-at-moment"
  /// Stops itself at the moment in the second argument.
  case stopAtMoment = "stop-at-moment"

  // The lines.
  case noJSON = "no-json"
  case noUTF8 = "no-utf8"
  case wrongShape = "wrong-shape"
  case missingKey = "missing-key"
  case emptyLine = "empty-line"
  case halfLine = "half-line"
  case endlessLine = "endless-line"
  case endlessReplies = "endless-replies"
  case endlessGarbage = "endless-garbage"
  case wrongType = "wrong-type"
  case laterID = "later-id"
  case earlierID = "earlier-id"
  case secondReply = "second-reply"
  case unaskedReply = "unasked-reply"
  case unaskedText = "unasked-text"

  // The contents.
  case error
  case wrongProtocol = "wrong-protocol"
  case noVersion = "no-version"
  case noRowsOffered = "no-rows-offered"
  case wrongHash = "wrong-hash"
  case rowTooFew = "row-too-few"
  case unknownRow = "unknown-row"
  case negativeRow = "negative-row"
  case descendingRows = "descending-rows"
  case repeatedRow = "repeated-row"
  case countBesideRows = "count-beside-rows"
  case countBeyondCorpus = "count-beyond-corpus"
  /// Gives another count if it is asked only for the count.
  case otherCount = "other-count"
  /// Finds nothing for a query whose very first request repeats it.
  case wrongWhenNew = "wrong-when-new"
  case wrongDigest = "wrong-digest"
  /// Ends every marked range one byte later.
  case wrongMarks = "wrong-marks"
  /// Declares ranges but marks nothing.
  case noMarks = "no-marks"
  /// Declares ranges but declines to mark.
  case declineMarks = "decline-marks"
  case durationTooFew = "duration-too-few"
  case durationTooMany = "duration-too-many"
  case zeroDuration = "zero-duration"
  case negativeDuration = "negative-duration"
  case longDuration = "long-duration"
  /// Reports almost no time for every repeated query.
  case remembers
  /// Reports almost no time for a repeated query from the third time on.
  case remembersLate = "remembers-late"
  /// Works for 0.3 ms in each repetition, like the next ones, and reports that time.
  case works
  /// Reports that time only when a query is asked first, and otherwise almost none.
  case keepsAnswers = "keeps-answers"
  /// Reports 0.3 ms for the first repetition in a request, and almost none for the others.
  case keepsRepetitions = "keeps-repetitions"
  /// Reports a fiftieth of that time.
  case dividesDurations = "divides-durations"
  /// Reports a third of that time.
  case claimsThird = "claims-third"
  /// Reports nine tenths of that time, which only a quiet machine shows.
  case claimsNineTenths = "claims-nine-tenths"
  /// Reports that time for requests with repetitions, and a fiftieth of it for others.
  case honestWhenRepeated = "honest-when-repeated"
  /// Reports that time for queries with tokens, and works before its window for others.
  case worksBeforeWindow = "works-before-window"
  /// Works before its window, too, but only once for all repetitions, five times as long.
  case worksOnceBeforeWindow = "works-once-before-window"
  /// Always reports 100 ns.
  case constantDurations = "constant-durations"
  /// Builds an index of 32 MiB, and reports that it has one byte.
  case tinyIndex = "tiny-index"
  /// Sleeps before each reply, and does not report that time.
  case sleepsOutside = "sleeps-outside"

  // The end.
  case textAfterBye = "text-after-bye"
  case linger
  case failAtEnd = "fail-at-end"
}
