import LibC

/// What the system says about other processes.
package enum ProcessFacts {
  /// Whether a process with this number exists, including those of other users.
  package static func isRunning(_ number: Int32) -> Bool {
    kill(number, 0) == 0 || errno != ESRCH
  }

  /// Whether a path is a folder, not a link to one, and belongs to the user of this process.
  package static func ownsFolder(_ path: String) -> Bool {
    var facts = stat()
    // The path and `facts` live for the call.
    return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
      && facts.st_uid == geteuid()
  }
}
