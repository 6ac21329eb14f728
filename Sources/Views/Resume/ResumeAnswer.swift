public import Diary
public import JSON
public import Journal

/// Where work on a branch was left.
public struct ResumeAnswer: Sendable {
  public var work: BranchWork
  public var repository: Repository
  /// The notes on its commits, by their SHAs.
  public var notes: [String: [FoundNote]]
  /// The notes that were written on the branch about other commits or none, the newest first.
  public var otherNotes: [FoundNote]
  /// The open to-dos that were written on the branch or name it.
  public var toDos: [FoundToDo]
  /// The lines of the diary that were written on it or name it, the newest day first.
  public var lines: [DiaryLine]

  public init(
    work: BranchWork, repository: Repository, notes: [String: [FoundNote]],
    otherNotes: [FoundNote] = [], toDos: [FoundToDo], lines: [DiaryLine]
  ) {
    self.work = work
    self.repository = repository
    self.notes = notes
    self.otherNotes = otherNotes
    self.toDos = toDos
    self.lines = lines
  }

  /// The notes about ways that were tried and dropped, the newest first.
  public var rejected: [FoundNote] {
    (work.commits.flatMap { notes[$0.sha] ?? [] } + otherNotes).filter(\.note.text.isRejected)
  }

  public func json(on today: Day) -> JSONValue {
    [
      "repo": .string(repository.name), "branch": .string(work.name),
      "base": JSONValue(work.base),
      "commits": .array(
        work.commits.map { commit in
          [
            "sha": .string(commit.sha), "message": .string(commit.subject),
            "author": .string(commit.author),
            "date": .string(commit.date.instant.description),
            "notes": .array((notes[commit.sha] ?? []).map { NoteJSON.note($0.note) }),
          ]
        }),
      "notes": .array(otherNotes.map { NoteJSON.note($0.note) }),
      "rejected": .array(rejected.map { .string($0.note.id.text) }),
      "uncommitted": .array(work.uncommitted.map { .string($0) }),
      "stashes": .integer(work.stashes.count),
      "stashed": .array(work.stashes.map { .string($0) }),
      "todos": .array(toDos.map { ToDoJSON.toDo($0.toDo, on: today) }),
      "lines": .array(lines.map { ["day": .string("\($0.day)"), "text": .string($0.text)] }),
    ]
  }
}
