import App
import Arguments
import Context
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
      Example("tags"),
      Example("tags perf"),
      Example("tags --since -2w"),
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

/// `commitdiary tags rename`: renames a tag in all texts.
struct TagsRename: Command {
  var old = ""
  var new = ""

  static let declaration = Declaration<Self>(
    .tagsRenameSummary, details: .tagsRenameDetails,
    examples: [Example("tags rename perf performance")],
    terminal: .confirmation,
    [
      .positional(
        "old", placeholder: .message(.placeholderOldTag), help: .argumentOldTag, completion: .tags
      ) { $0.old = $1 },
      .positional(
        "new", placeholder: .message(.placeholderNewTag), help: .argumentNewTag, completion: .tags
      ) { $0.new = $1 },
    ])

  func run(in app: App) async throws {
    let names = try [old, new].flatMap { try TextInput.tags([$0]) }
    try await rename(names[0], to: names[1], in: app)
  }

  private func rename(_ old: String, to new: String, in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let inTexts = app.settings.findsTags
    let planned = try await journal.textsToRename(old, to: new, inTexts: inTexts)
    if planned.count > 0 {
      let texts = planned.words(in: app.reader)
      try app.prompts.confirm(
        planned.isMerged
          ? .tagsMergeQuestion(new: new, old: old, texts: texts)
          : .tagsRenameQuestion(old: old, new: new, texts: texts))
    }
    let now = app.clock.now
    let renamed = try await journal.make("tags rename", on: app.clock.today, at: now) { journal in
      try journal.renameTag(old, to: new, inTexts: inTexts, at: now)
    }.result
    try report(renamed, json: renamed.json(from: old, to: new), in: app) { texts in
      renamed.isMerged
        ? .tagsMerged(old: old, new: new, texts: texts)
        : .tagsRenamed(old: old, new: new, texts: texts)
    }
    guard renamed.count > 0 else { return }
    if !app.options.wantsJSON { app.output.note(.tryCommand(command: "commitdiary undo"), .remark) }
    await app.noteMirror.updateAll()
  }

  private func report(
    _ texts: RenamedTexts, json: JSONValue, in app: App, as message: (String) -> Message
  ) throws {
    do {
      if app.options.wantsJSON { return try app.output.show(json) }
      guard texts.count > 0 else { return app.output.note(.nothingChanged) }
      if app.options.isQuiet { return }
      let sentence = message(texts.words(in: app.reader))
      try app.output.show(
        app.output.wrapped(app.output.styled(sentence, .plain, ["old": .tag, "new": .tag])))
    } catch let error as OutputError {
      throw Explanation(.outputFailed(reason: error.reason), hint: .changeStillSaved)
    }
  }
}
