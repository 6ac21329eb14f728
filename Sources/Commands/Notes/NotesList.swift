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
    await app.repositories.look()
    let journal = try await app.journal(for: .reading)
    let filter = try await options.filter(in: app, readsSpan: isFull)
    if app.options.wantsJSON {
      return try await app.showNotes(of: journal, filter)
    }
    var more = filter
    more.limit = filter.limit.map { $0 + 1 }
    let isFound: Bool
    if isFull {
      var texts = app.context.fullTexts(by: FullTexts.Grouping(of: filter.order))
      isFound = try await app.showTexts(journal.list(more), first: filter.limit) { list in
        try await texts.lines(of: journal.nextNotes(&list))
      }
    } else {
      isFound = try await app.show(first: filter.limit, of: journal.summaries(more)) {
        app.context.table(of: $0).lines(on: app.output.screen)
      }
    }
    if !isFound { sayNothingFound(in: app) }
  }

  private func sayNothingFound(in app: App) {
    if options.isDeleted {
      app.output.note(.notesNoneDeleted)
    } else if options.isNarrow {
      app.output.note(.notesNoneFound)
    } else {
      app.output.note(.notesNone)
      app.output.note(.notesNoneHint, .remark)
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
