import Context
import Diary
package import Git
import Journal
package import Localization
import Platform
import Terminal

// Notes that were written before their commit.

extension Repositories {
  /// How many days a note waits before it is named.
  private static let patience = 30

  /// Gives each waiting note the commit that was made since, if there is one. A clone that cannot be read, or that
  /// belongs to another journal, keeps its notes waiting.
  func tieWaitingNotes() async {
    guard let waiting = try? await app.journal(for: .reading).waitingNotes(), !waiting.isEmpty
    else {
      return
    }
    let emails: [String] = if case .own(let emails) = await app.ownAuthor { emails } else { [] }
    for note in waiting {
      guard let clone = clone(of: note), app.owns(clone) else { continue }
      do {
        let found = try clone.firstOwnCommit(
          since: note.position, emails: emails, isSameTree: clone.root == note.root)
        guard let sha = found else { continue }
        try await tie(note, to: clone.resolve(sha), in: clone)
      } catch {
        // The next look tries again.
      }
    }
  }

  /// Whether the author of a commit is the user.
  package func isOwn(_ sha: String, in clone: Clone) async throws -> Bool {
    let emails: [String] = if case .own(let emails) = await app.ownAuthor { emails } else { [] }
    return try clone.isOwn(sha, emails: emails)
  }

  private func tie(_ waiting: WaitingNote, to commit: Commit, in clone: Clone) async throws {
    let place = try await withRoot(place(of: clone), for: .writing)
    let target = NotePlace(place.key, commit: withPatch(commit, in: clone))
    let journal = try await app.journal(for: .writing)
    let (id, now) = (waiting.note, app.clock.now)
    let name = try await journal.make("notes add --next", on: app.clock.today, at: now) { journal in
      let found = try journal.note(id.text)
      // Another process may have been faster.
      guard found.note.commit == nil else { return String?.none }
      try journal.endWaiting(id, with: target, basedOn: found.note.version, at: now)
      return try journal.shortNames(of: [id]).first
    }
    if let name = name.result {
      app.output.note(.noteTied(id: name, sha: commit.shortSHA, subject: commit.subject), .remark)
    }
    await app.noteMirror.update([place.repository])
  }

  private func clone(of waiting: WaitingNote) -> Clone? {
    // The working tree may have been a further one that is gone.
    [waiting.root, File.directory(of: waiting.clone)].lazy.compactMap { folder in
      try? Clone.find(from: folder, environment: app.environment)
    }.first { $0.commonDirectory == waiting.clone }
  }

  /// The notes that will hardly get a commit any more: the branch is gone, or they have waited for a month.
  private func forgottenNotes() async throws -> [WaitingNote] {
    let now = app.clock.now.instant
    return try await app.journal(for: .reading).waitingNotes().filter { note in
      let age = now.secondsSince1970 - note.since.secondsSince1970
      if age > Int64(Self.patience * 86_400) { return true }
      return clone(of: note).map { !$0.hasBranch(of: note.position) } ?? true
    }
  }

  /// What to say of these; `nil` if there are none.
  package func remarkOnForgottenNotes() async -> Message? {
    guard let notes = try? await forgottenNotes(), !notes.isEmpty else { return nil }
    let names = (try? await app.journal(for: .reading).shortNames(of: notes.map(\.note))) ?? []
    return .notesForgotten(count: notes.count, ids: MessageArgument.enumeration(names.prefix(5)))
  }
}

extension WaitingNote {
  fileprivate var position: WorkPosition {
    WorkPosition(branch: branch, head: head, logged: logged, branchLogged: branchLogged)
  }
}
