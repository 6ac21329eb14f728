public import Diary
import Journal

/// A text to write in the editor.
public enum EditedText: Hashable, Sendable {
  case entry(Day)
  case note(Identifier)
  case newNote(on: Repository, Commit)
}

extension ChangeService {
  /// Opens the editor on a text, and saves what is written.
  public func edit(_ text: EditedText) async throws -> ChangeResult {
    let result: ChangeResult
    switch text {
    case .entry(let day): result = try await app.entries.write(entryOf: day)
    case .note(let id):
      result = try await app.notes.edit(app.journal(for: .reading).note(id.text))
    case .newNote(let repository, let commit):
      let place = try await app.repositories.withRoot(
        app.repositories.locate(repository.name), for: .writing)
      // A commit that cannot be read now is known from the screen.
      let read = try? await app.repositories.commit(
        commit.sha, of: place, in: app.journal(for: .reading))
      result = try await app.notes.write(
        on: NoteSubject(place, commit: read ?? commit), text: Text(title: "", body: ""))
    }
    await app.noteMirror.update(result.repositories)
    return result
  }
}
