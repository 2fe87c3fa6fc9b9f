import LibC

/// The existing files that a written file may replace.
package enum Replacement: Sendable {
  /// An empty file or one that matchmark wrote, but no link.
  case own
  /// Any file, but no link: for files without a mark, in a folder that belongs to matchmark.
  case file
  /// Any file, including the target of a link.
  case anything
}

/// The rule for every file that is replaced or removed: matchmark must have written it.
///
/// A file is recognised by its bytes (``FileMark``), never by its name alone, and never through a
/// link, because the target may belong to someone else. Only two kinds of files are deleted without
/// a mark, because their names are random: temporary files (``AtomicFile/removeAbandoned(in:)``)
/// and scratch folders.
package enum OwnFile {
  /// Removes a file that matchmark wrote; any other file stays.
  ///
  /// - Returns: false if someone else wrote the file, so that it stays.
  /// - Throws: ``FileError`` if the system refuses.
  @discardableResult
  package static func remove(
    _ path: String, if replacement: Replacement = .own
  ) throws(FileError) -> Bool {
    guard !FileKind.isLink(at: path), (try? FileKind(at: path)) == .regular else { return false }
    if case .own = replacement, !isMarked(path, unlessEmpty: false) { return false }
    try Folder.remove(path)
    return true
  }

  /// Throws an error if the file at a path may not be replaced.
  ///
  /// - Throws: ``FileError``, whose operation is ``FileError/Operation/replace``.
  package static func refuse(
    _ path: String, unless replacement: Replacement
  ) throws(FileError) {
    if case .anything = replacement { return }
    if FileKind.isLink(at: path) {
      if isStream(path) { return }
      throw FileError(.replace, path: path, code: ELOOP)
    }
    guard case .own = replacement, (try? FileKind(at: path)) == .regular,
      !isMarked(path, unlessEmpty: true)
    else {
      return
    }
    throw FileError(.replace, path: path, code: EEXIST)
  }

  /// Returns true if a path leads to a device or a pipe, such as `/dev/stdout`, even if that is
  /// redirected.
  private static func isStream(_ path: String) -> Bool {
    path.beginsBytewise(with: "/dev/") || (try? FileKind(at: path)) == .stream
  }

  /// Returns true if a file begins like one that matchmark writes, or if it is empty and that is
  /// allowed.
  private static func isMarked(_ path: String, unlessEmpty: Bool) -> Bool {
    guard
      let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let head = try? file.read(FileMark.startLimit, from: 0)
    else { return false }
    return head.isEmpty ? unlessEmpty : FileMark.all.contains { $0.isIn(file, beginningWith: head) }
  }
}

/// A mark of a file that matchmark writes: its beginning, and a text that it contains later.
package struct FileMark: Sendable {
  /// The mark in the head of a web page.
  package static let generator = "matchmark"
  /// The mark of Markdown, and of XML without a root element of its own.
  package static let comment: StaticString = " Made by matchmark. "
  /// The last line of a report that is plain text.
  package static let line = "Made by matchmark."

  private let start: [UInt8]
  private let later: [UInt8]

  private init(_ start: String, later: String = "") {
    (self.start, self.later) = (Array(start.utf8), Array(later.utf8))
  }

  static let startLimit = 512

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  /// The keys at the end of a fleet result.
  private static let result = ",\"worker\":{\"binary\":\""

  static let all = [
    // Records, whose keys are sorted, and baselines.
    FileMark("{\"askedFor\":[", later: "\"tool\":\"matchmark "),
    FileMark("{\"budgets\":[", later: "\"tool\":\"matchmark "),
    FileMark("{\"cells\":[", later: "\"tool\":\"matchmark "),
    // Reports.
    FileMark(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        + "<meta name=\"generator\" content=\"\(generator)\"/>"),
    FileMark("\(declaration)<!--\(comment)-->"),
    FileMark("\(declaration)<result version=\""),
    FileMark("## ", later: "<!--\(comment)-->\n"),
    FileMark("", later: "\n\(line)\n"),
    FileMark("corpus,corpus_rows,profile,matcher,delivery,fork,"),
    FileMark("[\n  {\n    \"extra\" : \"", later: " keystrokes\","),
    FileMark("{\n  \"", later: "    \"p50\" : {\n"),
    // Comparisons and the history as JSON.
    FileMark("{\"comparisons\":[", later: "\"earlier\":\""),
    FileMark("{\"matchers\":[{\"cell\":\"", later: "\"keystrokes\":"),
    FileMark("{\"series\":[", later: "\"ratios\":{"),
    // Results of `verify --conformance` and `fleet merge`, and badges.
    FileMark("{\n  \"schemaVersion\" : 1,\n  \"subjects\" : ["),
    FileMark("{\n  \"contract\" : ", later: "\n  \"sources\" : \""),
    FileMark("{\n  \"formatVersion\" : ", later: "\n  \"tool\" : \"matchmark "),
    FileMark("{\n  \"color\" : \"", later: " conformance\",\n"),
    // Rows, finds, ledgers of hunts; plans and results of fleets.
    FileMark("{\"version\":1,\"columns\":[{\"name\":\"", later: "\",\"roles\":["),
    FileMark(
      "{\n  \"$schema\": \"../schemas/cases.schema.json\",\n  \"group\": \"regressions\",\n"),
    FileMark("{\n  \"contract\": \"", later: "\n  \"group\": \"regressions\",\n"),
    FileMark("{\"answers\":", later: "\"sources\":\""),
    FileMark("{\"arguments\":[", later: "\"sources\":\""),
    FileMark("{\"code\":", later: result), FileMark("{\"complaint\":", later: result),
    FileMark("{\"seconds\":", later: result),
  ]

  fileprivate func isIn(_ file: borrowing FileDescriptor, beginningWith head: [UInt8]) -> Bool {
    guard head.starts(with: start) else { return false }
    guard !later.isEmpty else { return true }
    // A mark without a beginning is at the end of the file.
    if start.isEmpty {
      let size = file.statedSizeInBytes
      let end = try? file.read(later.count, from: max(0, size - later.count))
      return end == later
    }
    return contains(file)
  }

  /// Returns true if a file contains the later text; the search begins at the end, where it usually
  /// is.
  private func contains(_ file: borrowing FileDescriptor) -> Bool {
    let step = 1 << 16
    var end = file.statedSizeInBytes
    while end > 0 {
      let from = max(0, end - step)
      guard let bytes = try? file.read(end - from + later.count, from: from) else { return false }
      if bytes.indices.contains(where: { bytes[$0...].starts(with: later) }) { return true }
      end = from
    }
    return false
  }
}
