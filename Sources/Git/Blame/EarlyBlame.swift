import Platform

/// A `git blame` that was started with nothing but the name of a file and some of its lines, so that
/// it runs while the settings of the clone and the file in `HEAD` are read.
///
/// Its output is used if these show that it was asked the right question. Git is ended otherwise.
public final class EarlyBlame {
  private let path: String
  private let places: [String]
  private var stream: GitStream?

  /// Starts git without an explicit git folder, so that it checks who owns the clone.
  ///
  /// - Parameters:
  ///   - path: the name of the file in the working tree.
  ///   - lines: some of its lines; `nil` for all.
  public init?(of path: String, lines: ClosedRange<Int>?, in clone: LocalClone) {
    self.path = path
    places = lines.map { [Clone.place(of: $0)] } ?? []
    let revisions = IgnoredRevisions.usual(in: clone.root)
    let arguments = Clone.blameArguments(of: path, at: places, ignoring: revisions, in: "HEAD")
    guard let stream = try? clone.program.stream(arguments) else { return nil }
    self.stream = consume stream
  }

  /// The records, if git was asked for these lines; `nil` if it was not, or has failed.
  func records(
    of path: String, at places: [String], ignoring revisions: IgnoredRevisions
  ) -> BlameRecords? {
    guard path == self.path, places == self.places, revisions.missing.isEmpty,
      var stream = stream.take()
    else { return nil }
    return try? Clone.records(of: &stream, in: "")
  }
}
