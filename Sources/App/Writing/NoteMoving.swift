import Diary
import Git
public import Journal
public import Localization

/// Moves notes to other commits by hand.
public struct NoteMoving: Sendable {
  public let app: App

  /// Moves a note to a commit of its repository, or of another one that is named.
  ///
  /// A revision such as `HEAD` is one of the clone in the working directory. If that is another
  /// repository, the revision is refused, because it would name a commit by accident.
  public func move(
    _ found: FoundNote, to typed: String, in repository: String?
  ) async throws -> FoundNote {
    let journal = try await app.journal(for: .writing)
    let place: LocatedRepository
    if let repository {
      place = try await app.repositories.withRoot(
        app.repositories.locate(repository), for: .writing)
    } else {
      place = try await self.place(of: found.note, in: journal)
      if place.clone == nil, !typed.utf8.allSatisfy(\.isHexDigit), isInOtherClone(than: found.note)
      {
        throw MoveError.otherRepository(
          typed: typed, repository: found.note.repository.shortName)
      }
    }
    var commit: Commit
    do {
      commit = try await app.repositories.commit(typed, of: place, in: journal)
    } catch UsageError.commitUnknown where repository == nil && isInOtherClone(than: found.note) {
      throw MoveError.otherRepository(
        typed: typed, repository: found.note.repository.shortName)
    }
    if let clone = place.clone { commit = app.repositories.withPatch(commit, in: clone) }
    let note = try await journal.move(
      found.note.id,
      to: NotePlace(place.key, commit: commit), basedOn: found.note.version, at: app.clock.now)
    return FoundNote(note: note, shortID: found.shortID)
  }

  /// The repository of the note, with the clone in the working directory if it is one of it.
  private func place(of note: Note, in journal: Journal) async throws -> LocatedRepository {
    if let here = try here() {
      let rooted = try await app.repositories.withRoot(here, for: .reading)
      if try await journal.isNote(note.id, of: rooted.key) { return rooted }
    }
    if note.repository.isLocal,
      let place = try? await app.repositories.locate(note.repository.name)
    {
      return place
    }
    return LocatedRepository(note.repository)
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

/// Why a note is not moved.
public enum MoveError: Error, Hashable {
  /// The commit is not one of the note's repository, and the clone here is of another one.
  case otherRepository(typed: String, repository: String)
}

extension MoveError: Explained {
  public var explanation: Explanation {
    switch self {
    case .otherRepository(let typed, let repository):
      Explanation(
        .noteMoveElsewhere(typed: typed, repository: repository),
        hint: .noteMoveElsewhereHint, status: .notFound)
    }
  }
}

extension App {
  public var noteMoving: NoteMoving { NoteMoving(app: self) }
}
