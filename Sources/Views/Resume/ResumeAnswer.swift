public import Diary
public import JSON
public import Journal

/// Where work on a branch was left.
public struct ResumeAnswer: Sendable {
  public var work: BranchWork
  public var repository: Repository
  /// The notes on its commits, by their SHAs.
  public var notes: [String: [FoundNote]]
  /// The open to-dos that name the branch.
  public var toDos: [FoundToDo]
  /// The lines of the diary that name it, the newest first.
  public var lines: [(day: Day, text: String)]

  public init(
    work: BranchWork, repository: Repository, notes: [String: [FoundNote]], toDos: [FoundToDo],
    lines: [(day: Day, text: String)]
  ) {
    self.work = work
    self.repository = repository
    self.notes = notes
    self.toDos = toDos
    self.lines = lines
  }

  /// The notes about ways that were tried and dropped, the newest first.
  public var rejected: [FoundNote] {
    work.commits.flatMap { notes[$0.sha] ?? [] }.filter(\.note.text.isRejected)
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
      "rejected": .array(rejected.map { .string($0.note.id.text) }),
      "uncommitted": .array(work.uncommitted.map { .string($0) }),
      "stashes": .array(work.stashes.map { .string($0) }),
      "todos": .array(toDos.map { ToDoJSON.toDo($0.toDo, on: today) }),
      "lines": .array(lines.map { ["day": .string("\($0.day)"), "text": .string($0.text)] }),
    ]
  }
}
