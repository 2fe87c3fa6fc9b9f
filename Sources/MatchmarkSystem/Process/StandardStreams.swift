import LibC

/// The three descriptors that every program expects to be open.
package enum StandardStreams {
  /// Fills the numbers of those that are closed, as after `>&-`; called before anything is opened.
  ///
  /// Otherwise the next file that is opened, such as a report, becomes standard output, and what is
  /// printed goes into it. The replacement refuses what the stream is for: reading or writing is
  /// still the same error as for a closed one (EBADF).
  package static func reserve() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The smallest free number is assigned, which is this; the path's bytes live for the call.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
