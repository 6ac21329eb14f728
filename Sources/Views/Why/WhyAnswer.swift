public import Diary
public import JSON
public import Journal

/// Why lines are as they are: the commits that wrote them, and what is recorded about these.
public struct WhyAnswer: Sendable {
  /// A range of lines that one commit wrote.
  public struct Lines: Sendable {
    /// The path from the top of the working tree.
    public var path: String
    public var numbers: ClosedRange<Int>
    /// `nil` if the lines are not committed.
    public var commit: Commit?
    /// The first of the lines.
    public var text: String

    public init(path: String, numbers: ClosedRange<Int>, commit: Commit?, text: String) {
      self.path = path
      self.numbers = numbers
      self.commit = commit
      self.text = text
    }
  }

  /// A commit with its notes, the entry that names it, and the to-dos that name it or that it
  /// finished.
  public struct Reason: Sendable {
    public var commit: Commit
    /// The message of the commit below its subject.
    public var body = ""
    public var repository: Repository
    public var notes: [FoundNote]
    public var entry: Entry?
    public var toDos: [FoundToDo] = []
    /// What other tools have left at the commit.
    public var others: [OtherNote] = []

    public init(commit: Commit, repository: Repository, notes: [FoundNote]) {
      self.commit = commit
      self.repository = repository
      self.notes = notes
    }

    /// The notes about a way that was tried and dropped.
    public var rejected: [FoundNote] { notes.filter(\.note.text.isRejected) }
    /// The other ones.
    public var kept: [FoundNote] { notes.filter { !$0.note.text.isRejected } }

    /// The short ids by which texts name the commit: its own, and those of the commits that it
    /// continues, as its notes have them.
    public var names: [String] {
      var seen: Set<String> = []
      return ([commit.shortSHA] + notes.compactMap { $0.note.commit?.shortSHA })
        .filter { seen.insert($0).inserted }
    }
  }

  public var lines: [Lines]
  /// The newest first.
  public var reasons: [Reason]

  public init(lines: [Lines], reasons: [Reason]) {
    self.lines = lines
    self.reasons = reasons
  }

  public var hasNotes: Bool { reasons.contains { !$0.notes.isEmpty } }
}

/// What another tool has left at a commit, in short.
public struct OtherNote: Hashable, Sendable {
  /// The reference below `refs/notes/`, or the key of a trailer.
  public var source: String
  /// The commit that it is on, perhaps an earlier version.
  public var sha: String
  /// One line, or a few.
  public var text: String
  /// The size of a note that is too large to be read.
  public var unreadSize: Int?

  public init(source: String, sha: String, text: String) {
    self.source = source
    self.sha = sha
    self.text = text
  }
}

/// Lines with notes, as editors show them beside the text or in a list.
public struct WhySign: Hashable, Sendable {
  public var lines: ClosedRange<Int>
  /// That of the newest note, but of one about a rejected way only if there is no other.
  public var title: String
  public var notes: Int
}

extension WhyAnswer {
  /// The ranges whose commits have notes, in order.
  public var signs: [WhySign] {
    let reasons = Dictionary(reasons.map { ($0.commit.sha, $0) }, uniquingKeysWith: { $1 })
    return lines.compactMap { lines in
      guard let reason = lines.commit.flatMap({ reasons[$0.sha] }),
        let note = (reason.kept + reason.rejected).first?.note
      else { return nil }
      return WhySign(
        lines: lines.numbers, title: note.shownTitle, notes: reason.notes.count)
    }
  }

  public func json(on today: Day) -> JSONValue {
    ["lines": .array(lines.map(\.json)), "commits": .array(reasons.map { $0.json(on: today) })]
  }
}

extension WhyAnswer.Lines {
  fileprivate var json: JSONValue {
    [
      "path": .string(path),
      "from": .integer(numbers.lowerBound),
      "to": .integer(numbers.upperBound),
      "sha": JSONValue(commit?.sha),
      "message": JSONValue(commit?.subject),
      "author": JSONValue(commit?.author),
      "date": JSONValue(commit?.date.instant.description),
    ]
  }
}

extension WhyAnswer.Reason {
  fileprivate func json(on today: Day) -> JSONValue {
    [
      "repo": .string(repository.name),
      "sha": .string(commit.sha),
      "message": .string(commit.subject),
      "body": .string(body),
      "author": .string(commit.author),
      "date": .string(commit.date.instant.description),
      "url": JSONValue(repository.url(of: commit)),
      "marked": .bool(commit.isMarked),
      "notes": notes.jsonList,
      "entry": entry?.json ?? .null,
      "todos": .array(toDos.map { $0.toDo.json(on: today) }),
      "others": .array(
        others.map { note in
          [
            "source": .string(note.source), "sha": .string(note.sha), "text": .string(note.text),
            "unreadBytes": note.unreadSize.map { .integer($0) } ?? .null,
          ]
        }),
    ]
  }
}
