import Arguments
import Journal
import Localization
import Terminal

/// `commitdiary notes list`: what was noted, the newest first.
struct NotesList: Command {
  var options = NoteFilterOptions()

  static let declaration = Declaration<Self>(
    .notesListSummary,
    examples: [
      Example("notes list --repo .", .notesListExampleHere),
      Example("notes list --tag perf --since 'last monday'", .notesListExampleFilter),
      Example("notes list --limit 0 --json", .notesListExampleJSON),
    ],
    NoteFilterOptions.parameters(\.options))

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .reading)
    let filter = try await options.filter(in: session)
    if session.globals.wantsJSON {
      return try await session.showNotes(of: journal, filter)
    }
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    let found = try await journal.summaries(more)
    let notes = Array(found.prefix(filter.limit ?? .max))
    guard !notes.isEmpty else { return sayNothingFound(in: session) }
    try session.show(NoteList(notes: notes, session: session).table)
    if found.count > notes.count { session.say(.notesLimited(count: notes.count), .faint) }
  }

  private func sayNothingFound(in session: Session) {
    if options.isDeleted {
      session.say(.notesNoneDeleted)
    } else if options.isNarrow {
      session.say(.notesNoneFound)
    } else {
      session.say(.notesNone)
      session.say(.notesNoneHint, .faint)
    }
  }
}
