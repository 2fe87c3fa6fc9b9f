import LibC

/// The three descriptors that every program expects to be open.
package enum StandardStreams {
  /// Takes the numbers of those that are closed, as after `>&-`; called before anything is opened.
  ///
  /// Else the next file that is opened, a report say, becomes standard output, and what is printed
  /// goes into it. What takes the place refuses what the stream is for: to read or to write is
  /// still the error that it is for a closed one (EBADF).
  package static func reserve() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The smallest free number is given, which is this one; the path's bytes live for the call.
      _ = unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
