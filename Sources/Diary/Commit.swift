/// The data of a commit that the diary uses.
public struct Commit: Hashable, Sendable {
  /// 40 hexadecimal digits, or 64 if the repository uses SHA-256.
  public var sha: String
  /// The first line of the message.
  public var subject: String
  public var author: String
  /// The author date.
  public var date: Moment
  /// The patch ID, which a rebase does not change; `nil` if it could not be computed.
  public var patchID: String?
  /// Whether it has the mark of a coding agent. Of a commit that is not marked, nothing is known.
  public var isMarked: Bool

  public init(
    sha: String, subject: String, author: String, date: Moment, patchID: String? = nil,
    isMarked: Bool = false
  ) {
    self.sha = sha
    self.subject = subject
    self.author = author
    self.date = date
    self.patchID = patchID
    self.isMarked = isMarked
  }

  /// The abbreviated SHA.
  public var shortSHA: String { String(sha.prefix(7)) }

  /// Whether its author may want to write why it was made. Not for merges, which git names so, for
  /// work that is to be squashed, and for commits by bots.
  public var isWorthNote: Bool {
    let words = subject.lowercased().split { !$0.isLetter && $0 != "!" }
    switch words.first {
    case "merge", "wip", "fixup!", "squash!", "amend!": return false
    default: return !author.hasSuffix("[bot]")
    }
  }
}

/// A commit and its repository.
public struct RepositoryCommit: Hashable, Sendable {
  public var repository: Repository
  public var commit: Commit
  /// The number of notes on it, if they were counted.
  public var notes: Int
  /// A branch that contains it, if it was asked for.
  public var branch: String?

  public init(repository: Repository, commit: Commit, notes: Int = 0) {
    self.repository = repository
    self.commit = commit
    self.notes = notes
  }
}

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

/// What a commit changed in a file: the beginning of its diff.
public struct FileDiff: Hashable, Sendable {
  /// A line without the sign that git prints before it.
  public struct Line: Hashable, Sendable {
    public enum Kind: Sendable {
      /// The positions of the lines that follow, as git prints them.
      case hunk
      case context, added, removed
      /// Git's remark that the last line has no line break.
      case remark
    }

    public var kind: Kind
    public var text: String

    public init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  public var lines: [Line]
  public var isBinary = false
  /// Whether the diff has more lines than `lines`.
  public var isCut = false

  public init(lines: [Line] = []) { self.lines = lines }
}
