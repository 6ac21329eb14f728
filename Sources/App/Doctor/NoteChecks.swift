import Context
import Journal
import Localization
import Views

/// The check of notes: whether their commits were found after they were rewritten, and whether purged
/// notes are gone from notes references.
struct NoteChecks: Sendable {
  let app: App

  /// Empty if the journal cannot be read, which another check shows.
  func all() async -> [Check] {
    guard let journal = try? await app.journal(for: .reading) else { return [] }
    return await ((try? rewritten(in: journal)) ?? []) + forgotten()
      + ((try? purged(in: journal)) ?? [])
  }

  /// Notes that wait for a commit that does not come.
  private func forgotten() async -> [Check] {
    await app.repositories.remarkOnForgottenNotes().map { remark in
      [
        Check(
          name: .notes, isFine: true, detail: remark,
          hint: .tryCommand(command: "commitdiary notes move ID REVISION"), isWarning: true)
      ]
    } ?? []
  }

  /// Empty if no commit was followed.
  private func rewritten(in journal: Journal) async throws -> [Check] {
    let names = try await journal.strayNotes()
    guard try await journal.hasFollowedCommits() else { return [] }
    if names.isEmpty { return [Check(name: .notes, isFine: true, detail: .checkNotesFine)] }
    let shown = names.prefix(5) + (names.count > 5 ? ["..."] : [])
    return [
      Check(
        name: .notes, isFine: true,
        detail: .checkNotesStray(count: names.count, names: MessageArgument.enumeration(shown)),
        isWarning: true)
    ]
  }

  private func purged(in journal: Journal) async throws -> [Check] {
    var checks: [Check] = []
    for mirror in try await journal.mirrorsWithPurgedNotes() {
      checks.append(
        Check(
          name: .notes, isFine: false,
          detail: .checkPurgeInReference(reference: mirror.reference, path: mirror.root),
          hint: .checkPurgeHint(command: "commitdiary notes mirror")))
    }
    for mirror in try await journal.mirrors() {
      for remote in try await journal.remotes(of: mirror) where remote.isReplaced {
        checks.append(
          Check(
            name: .notes, isFine: true,
            detail: .checkPurgeAtRemote(remote: remote.name, path: mirror.root),
            hint: .checkPurgeHint(
              command: "commitdiary notes mirror on --push \(remote.name)"), isWarning: true))
      }
    }
    return checks
  }
}
