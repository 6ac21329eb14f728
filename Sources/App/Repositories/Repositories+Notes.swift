package import Context
package import Diary
import Git
package import Journal
import Localization

extension Repositories {
  /// Counts the notes of each commit, including notes on commits that were rewritten to it.
  package func noted(_ commits: [Commit], of place: LocatedRepository) async throws
    -> [RepositoryCommit]
  {
    let place = try await withRoot(place, for: .reading)
    let counts = try await app.journal(for: .reading)
      .noteCounts(of: place.key)
    let earlier =
      counts.isEmpty ? [:] : try await earlierCommits(of: commits.map(\.sha), in: place)
    return (place.clone?.markingNotes(commits) ?? commits).map { commit in
      let all = [commit.sha] + (earlier[commit.sha] ?? [])
      return RepositoryCommit(
        repository: place.repository, commit: commit,
        notes: all.compactMap { counts[$0] }.reduce(0, +))
    }
  }
}

extension Repositories {
  /// The note with this id, or all notes on this commit.
  package func notes(
    _ typed: String, in journal: Journal, deleted: Bool = false
  ) async throws -> [FoundNote] {
    do {
      // `HEAD` could be the prefix of a note's id, but users do not type ids in upper case.
      guard typed.allSatisfy({ !$0.isUppercase }) else { throw JournalError.missing(.note(typed)) }
      let found = try await journal.note(typed, deleted: deleted)
      guard found.note.commit != nil else { return [found] }
      // In the clone of its commit, the note shows where that is now, however long that takes.
      if let place = await changedClone(of: found.note) {
        await follow(place)
      } else {
        await look()
      }
      return [try await journal.note(typed, deleted: deleted)]
    } catch JournalError.missing(.note) {
      return try await notes(onCommit: typed, in: journal, deleted: deleted)
    }
  }

  /// The clone in the working directory if it may have moved the commit of the note since the last
  /// look. Git is only run if the clone has changed.
  private func changedClone(of note: Note) async -> LocatedRepository? {
    guard
      let clone = try? Clone.find(in: app.directory.path, environment: app.environment),
      let look = try? await app.journal(for: .reading)
        .lastLook(for: note.id, in: clone.commonDirectory)
    else { return nil }
    switch look {
    case .never where !clone.mayBelong(to: note.repository): return nil
    case .with(let stamp) where clone.isUnchanged(since: stamp): return nil
    default: break
    }
    guard let place = try? place(of: clone), place.repository == note.repository else { return nil }
    return place
  }

  /// All notes on the commit that is checked out in the working directory.
  package func notesOnHead(in journal: Journal, deleted: Bool = false) async throws -> [FoundNote] {
    let clone = try here(orElse: .notesShowHint).clone
    do {
      return try await notes(onCommit: "HEAD", in: journal, deleted: deleted)
    } catch let error as Explanation where error.message.key == .noteOnCommitMissing {
      // The error names the commit, because its id is not in the command.
      guard let commit = try clone?.resolve("HEAD") else {
        throw Explanation.noNoteOnCommit("HEAD")
      }
      throw Explanation(
        .noteOnHeadMissing(sha: commit.shortSHA, subject: commit.subject),
        hint: .tryCommand(command: "commitdiary notes add"),
        status: .notFound)
    }
  }

  private func notes(
    onCommit typed: String, in journal: Journal, deleted: Bool
  ) async throws -> [FoundNote] {
    let typed = Self.withoutRepository(typed)
    let place = try? here()
    var filter = NoteFilter()
    do {
      filter.commit = try await match(typed, of: place)
    } catch GitError.unknownRevision {
      throw JournalError.missing(.note(typed))
    }
    filter.order = .oldest
    var notes = try await journal.notes(filter)
    if deleted {
      filter.isDeleted = true
      notes += try await journal.notes(filter)
    }
    guard !notes.isEmpty else {
      throw place == nil
        ? JournalError.missing(.note(typed)) : Explanation.noNoteOnCommit(typed)
    }
    return notes
  }
}
