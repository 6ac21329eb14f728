import App
import Arguments
import Journal
import Localization
import Terminal
import Views

/// `commitdiary notes list`: lists the notes, the newest first.
struct NotesList: Command {
  var options = NoteFilterOptions()
  var isFull = false

  static let declaration = Declaration<Self>(
    .notesListSummary,
    examples: [
      Example("notes list --repo .", .notesListExampleHere),
      Example("notes list --tag perf --since last monday", .notesListExampleFilter),
      Example("notes list --full --since -1w", .notesListExampleFull),
      Example("notes list --limit 0 --json", .notesListExampleJSON),
    ],
    NoteFilterOptions.parameters(\.options) + [
      .flag("full", help: .optionFullTexts) { $0.isFull = true }
    ])

  func run(in app: App) async throws {
    await app.noteMirror.readHere()
    let journal = try await app.journal(for: .reading)
    let filter = try await options.filter(in: app, readsSpan: isFull)
    if app.options.wantsJSON {
      return try await app.showNotes(of: journal, filter)
    }
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    if isFull { return try await showTexts(of: journal, more, limit: filter.limit, in: app) }
    let found = try await journal.summaries(more)
    let notes = Array(found.prefix(filter.limit ?? .max))
    guard !notes.isEmpty else { return sayNothingFound(in: app) }
    try app.output.show(NoteList(notes: notes, context: app.context).table)
    if found.count > notes.count { app.output.note(.notesLimited(count: notes.count), .faint) }
  }

  private func showTexts(
    of journal: Journal, _ filter: NoteFilter, limit: Int?, in app: App
  ) async throws {
    var list = try await journal.list(filter)
    guard !list.isEmpty else { return sayNothingFound(in: app) }
    let count = list.count
    list.limit(to: limit)
    let shown = list.count
    var texts = FullTexts(by: FullTexts.Grouping(of: filter.order), context: app.context)
    try await app.output.stream { writer in
      while !writer.isClosed, case let notes = try await journal.nextNotes(&list),
        !notes.isEmpty
      {
        try writer.write(texts.lines(of: notes))
      }
    }
    if count > shown { app.output.note(.notesLimited(count: shown), .faint) }
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

extension FullTexts.Grouping {
  fileprivate init(of order: NoteFilter.Order?) {
    switch order {
    case nil, .newest, .oldest: self = .day
    case .repo: self = .repository
    case .title: self = .nothing
    }
  }
}
