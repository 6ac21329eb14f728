import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary tags`: lists the tags of all texts, most recently used first, or the texts that have
/// one.
struct TagsList: Command {
  var tag: TagArgument?
  var since: SpanArgument?

  static let declaration = Declaration<Self>(
    .tagsListSummary, details: .tagsListDetails,
    examples: [
      Example("tags", .tagsListExample),
      Example("tags perf", .tagsListExampleTag),
      Example("tags --since -2w", .tagsListExampleSince),
    ],
    [
      .positional("tag", .phrase, help: .argumentTag) { $0.tag = $1 }, .since { $0.since = $1 },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let since = try app.span(since, nil).since
    if let tag {
      let name = try TextInput.tags([tag.text])[0]
      return try await show(name, since: since, in: journal, app)
    }
    let tags = try await journal.tagUses(since: since, today: app.clock.today)
    if app.options.wantsJSON { return try app.output.show(tags.json) }
    guard !tags.isEmpty else {
      guard since == nil else { return app.output.note(.tagsNoneFound) }
      app.output.note(.tagsNone)
      return app.output.note(.tagsNoneHint, .remark)
    }
    try app.output.show(app.context.table(of: tags))
  }

  /// Shows everything that has the tag, the newest of each kind first.
  private func show(_ tag: String, since: Day?, in journal: Journal, _ app: App) async throws {
    let all = SearchQuery([])
    let found = try await SearchResults(
      of: all, SearchFilter(tags: [tag], since: since), in: journal)
    if app.options.wantsJSON {
      return try app.output.show(
        .object([.init("tag", .string(tag))] + (found.json(on: app.clock.today).object ?? [])))
    }
    guard !found.isEmpty else { return app.output.note(.searchNothing) }
    try app.output.show(found.lines(marking: all, in: app.context))
  }
}

/// A tag, which may have several words.
struct TagArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderTag) }
  static var completion: CompletionKind { .tags }
  /// `tags perf` is `tags list perf`; several words are more likely a mistyped command.
  static var wordCount: WordCount? { { _, _ in 1 } }
}
