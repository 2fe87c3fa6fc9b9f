import LibC

/// What the system says about other processes.
package enum ProcessFacts {
  /// Whether there is a process of this number; one of another user counts.
  package static func isRunning(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno != ESRCH
  }

  /// Whether a folder, and no link to one, belongs to the user of this process.
  package static func ownsFolder(_ path: String) -> Bool {
    var facts = stat()
    // The path and `facts` live for the call.
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      && facts.st_uid == geteuid()
  }
}
