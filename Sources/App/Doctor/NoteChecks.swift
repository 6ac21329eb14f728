import Journal
import Localization
import Views

/// The check of notes: whether their commits were found after they were rewritten.
struct NoteChecks: Sendable {
  let journal: OpenJournal

  /// Empty if no commit was followed, or if the journal cannot be read, which another check shows.
  func all() async -> [Check] {
    guard let journal = try? await journal(for: .reading),
      let count = try? await journal.strayNoteCount(),
      let hasFollowed = try? await journal.hasFollowedCommits(), hasFollowed
    else { return [] }
    if count == 0 { return [Check(name: .notes, isFine: true, detail: .checkNotesFine)] }
    return [
      Check(name: .notes, isFine: true, detail: .checkNotesStray(count: count), isWarning: true)
    ]
  }
}
