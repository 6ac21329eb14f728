import Context
import Diary
import Git
import Journal
import Localization

/// Finds the commits that notes are moved to by hand.
struct NoteMoving: Sendable {
  let app: App

  /// The commit of the note's repository, or of another one that is named. For `none`, the other
  /// repository, or `nil` if none is named.
  ///
  /// A revision such as `HEAD` is one of the clone in the working directory. If that is another
  /// repository, the revision is refused, because it would name a commit by accident.
  func place(
    _ typed: String, for note: Note, in repository: String?
  ) async throws -> NotePlace? {
    let isNone = typed == "none"
    if isNone, repository == nil { return nil }
    let journal = try await app.journal(for: .writing)
    let place: LocatedRepository
    if let repository {
      place = try await app.repositories.withRoot(
        app.repositories.locate(repository), for: .writing)
    } else {
      place = try await self.place(of: note, typed, in: journal)
    }
    if isNone { return NotePlace(place.key) }
    var commit: Commit
    do {
      commit = try await app.repositories.commit(typed, of: place, in: journal)
    } catch  where repository == nil && isInOtherClone(than: note) && Self.isUnknown(error) {
      throw elsewhere(typed, note)
    }
    if let clone = place.clone { commit = app.repositories.withPatch(commit, in: clone) }
    return NotePlace(place.key, commit: commit)
  }

  private static func isUnknown(_ error: any Error) -> Bool {
    switch error {
    case GitError.unknownRevision: true
    case let error as Explanation: error.message.key == .commitUnknown
    default: false
    }
  }

  /// The repository of the note, with the clone in the working directory if it is one of it, or
  /// with another one of the user's if the commit is named by its id.
  private func place(
    of note: Note, _ typed: String, in journal: Journal
  ) async throws -> LocatedRepository {
    if let here = try here() {
      let rooted = try await app.repositories.withRoot(here, for: .reading)
      if try await journal.isNote(note.id, of: rooted.key) { return rooted }
    }
    let isID = Repositories.withoutRepository(typed).utf8.allSatisfy(\.isHexDigit)
    if !isID, !note.repository.isLocal, isInOtherClone(than: note) { throw elsewhere(typed, note) }
    if isID || note.repository.isLocal,
      let place = try? await app.repositories.locate(note.repository.name)
    {
      return place
    }
    return LocatedRepository(note.repository)
  }

  /// The commit is not one of the note's repository, and the clone here is of another one.
  private func elsewhere(_ typed: String, _ note: Note) -> Explanation {
    Explanation(
      .noteMoveElsewhere(typed: typed, repository: note.repository.shortName),
      hint: .noteMoveElsewhereHint, status: .notFound)
  }

  private func isInOtherClone(than note: Note) -> Bool {
    guard let here = try? here() else { return false }
    return here.repository != note.repository
  }

  /// The clone in the working directory, if there is one. Any other failure of git is an error:
  /// without the clone, the commit would be searched for on GitHub.
  private func here() throws -> LocatedRepository? {
    do {
      return try app.repositories.here()
    } catch GitError.noClone, GitError.gitMissing {
      return nil
    }
  }
}
