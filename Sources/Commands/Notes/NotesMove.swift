import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal

/// `commitdiary notes move`: moves a note to another commit, or to none.
struct NotesMove: Command {
  var id = ""
  var commit = ""
  var repository: String?

  static let declaration = Declaration<Self>(
    .notesMoveSummary, details: .notesMoveDetails,
    examples: [
      Example("notes move 7kq2 HEAD", .notesMoveExample),
      Example("notes move 7kq2 3fa9c01 --repo octocat/hello", .notesMoveExampleRepository),
      Example("notes move 7kq2 none", .notesMoveExampleNone),
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
    let note = try await app.journal(for: .writing).note(id).note
    try await app.makeAndReport(.moveNote(note.id, toRevision: commit, of: repository))
  }
}
