/// What a commit changed: its message below the subject, and the lines of each file.
public struct CommitChanges: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    public var path: String
    /// The path in the parent, if the commit renamed the file.
    public var oldPath: String?
    /// The lines that were added and removed; `nil` for a file that is not text.
    public var added: Int?
    public var removed: Int?

    public init(path: String, oldPath: String? = nil, added: Int?, removed: Int?) {
      self.path = path
      self.oldPath = oldPath
      self.added = added
      self.removed = removed
    }
  }

  public var body: String
  public var files: [File]
  /// Whether there are more files than `files`.
  public var isCut = false

  public init(body: String, files: [File]) {
    self.body = body
    self.files = files
  }
}
