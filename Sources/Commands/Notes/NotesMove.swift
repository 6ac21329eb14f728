import App
import Arguments
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary notes move`: moves a note to another commit.
struct NotesMove: Command {
  var id = ""
  var commit = ""
  var repository: String?

  static let declaration = Declaration<Self>(
    .notesMoveSummary, details: .notesMoveDetails,
    examples: [
      Example("notes move 7kq2 HEAD", .notesMoveExample),
      Example("notes move 7kq2 3fa9c01 --repo octocat/hello", .notesMoveExampleRepository),
    ],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 },
      .positional(
        "commit", placeholder: .message(.placeholderCommit), help: .argumentNewCommit,
        completion: .commits
      ) { $0.commit = $1 },
      .option("repo", help: .optionMoveRepository, completion: .repositories) {
        $0.repository = $1
      },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let old = try await journal.note(id)
    let moved = try await app.noteMoving.move(old, to: commit, in: repository)
    try await app.reportMove(moved, from: old) { Message.noteMoved(id: $0, about: $1) }
  }
}

/// `commitdiary notes detach`: removes the commit of a note.
struct NotesDetach: Command {
  var id = ""

  static let declaration = Declaration<Self>(
    .notesDetachSummary, details: .notesDetachDetails,
    examples: [Example("notes detach 7kq2", .notesDetachExample)],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 }
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let old = try await journal.note(id)
    let note = try await journal.detach(
      old.note.id, basedOn: old.note.version, at: app.clock.now)
    let detached = FoundNote(note: note, shortID: old.shortID)
    try await app.reportMove(detached, from: old) { Message.noteDetached(id: $0, about: $1) }
  }
}

extension App {
  /// Reports a note that was moved, and updates the git notes of both places.
  fileprivate func reportMove(
    _ moved: FoundNote, from old: FoundNote, as message: (String, String) -> Message
  ) async throws {
    guard moved.note.version != old.note.version else {
      if options.wantsJSON { return try report(moved, as: message) }
      return output.note(.noteUnchanged(id: old.shortID))
    }
    try report(moved, as: message)
    if !options.wantsJSON {
      output.note(.noteMovedHint(id: old.shortID, version: old.note.version), .faint)
    }
    await noteMirror.update([old.note, moved.note])
  }
}
