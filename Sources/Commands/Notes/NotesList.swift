import App
import Arguments
import Journal
import Localization
import Terminal
import Views

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

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let filter = try await options.filter(in: app)
    if app.options.wantsJSON {
      return try await app.showNotes(of: journal, filter)
    }
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    let found = try await journal.summaries(more)
    let notes = Array(found.prefix(filter.limit ?? .max))
    guard !notes.isEmpty else { return sayNothingFound(in: app) }
    try app.output.show(NoteList(notes: notes, context: app.context).table)
    if found.count > notes.count { app.output.note(.notesLimited(count: notes.count), .faint) }
  }

  private func sayNothingFound(in app: App) {
    if options.isDeleted {
      app.output.note(.notesNoneDeleted)
    } else if options.isNarrow {
      app.output.note(.notesNoneFound)
    } else {
      app.output.note(.notesNone)
      app.output.note(.notesNoneHint, .faint)
    }
  }
}
