import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary diary write`: opens the editor on the entry of a day, or appends a paragraph to it.
struct DiaryWrite: Command {
  var day: DayArgument?
  var text = TextOptions()
  var replaces = false
  var template: String?

  static let declaration = Declaration<Self>(
    .diaryWriteSummary, details: .diaryWriteDetails,
    examples: [
      Example("diary write"),
      Example("diary write yesterday --body 'Slept on it.'"),
      Example("diary write --file - --replace"),
    ],
    exclusive: [["body", "file"]],
    terminal: .editor { $0.text.body != nil || $0.text.file != nil },
    [
      .positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 },
      .option("body", short: "b", help: .optionEntryBody) { $0.text.body = $1 },
      .option(
        "file", short: "F", placeholder: .message(.placeholderFile), help: .optionFile,
        completion: .files
      ) { $0.text.file = $1 },
      .flag("replace", help: .optionEntryReplace) { $0.replaces = true },
      .template { $0.template = $1 },
      TextOptions.tagParameter(\.text, help: .optionTag),
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    let tags = try TextInput.tags(text.tags)
    guard let given = try text.givenBody(from: app.input) ?? app.input.piped() else {
      guard app.prompts.isInteractive else {
        throw Explanation.textMissing(
          in: "commitdiary diary write \(day)\(replaces ? " --replace" : "")")
      }
      try await app.entries.write(
        entryOf: day, startingAnew: replaces, template: template, tags: tags
      ) {
        try await app.report($0)
      }
      return
    }
    guard !given.allSatisfy(\.isWhitespace) else { throw Explanation.textEmpty }
    guard template == nil else { throw Explanation.templateWithoutEditor }
    // Without the editor, there is no time to request the weather. The next command that shows
    // weather adds it.
    try await app.makeAndReport(
      replaces
        ? .replaceEntry(Text(written: given, tags: tags), on: day)
        : .addToEntry(given, on: day, tags: tags))
  }
}

/// `commitdiary diary edit`: opens the editor on an existing entry, or changes its tags.
struct DiaryEdit: Command {
  var day: DayArgument?
  var text = TextOptions()
  var template: String?

  static let declaration = Declaration<Self>(
    .diaryEditSummary, details: .diaryEditDetails,
    examples: [
      Example("diary edit yesterday"),
      Example("diary edit --tag retro --untag draft"),
    ],
    terminal: .editor { !$0.text.isEmpty },
    [
      .positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 },
      TextOptions.tagParameter(\.text, help: .optionTag),
      TextOptions.untagParameter(\.text),
      .template { $0.template = $1 },
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    guard text.isEmpty else {
      guard template == nil else { throw Explanation.templateWithoutEditor }
      return try await app.makeAndReport(
        .changeTags([.entry(day)], adding: text.tags, removing: text.untags))
    }
    // If there is no entry, an unfinished draft can be resumed.
    if !app.prompts.isInteractive || !app.entries.hasUnfinishedDraft(ofEntryOf: day) {
      _ = try await app.journal(for: .reading).entry(of: day)
    }
    guard app.prompts.isInteractive else {
      throw Explanation.textMissing(in: "commitdiary diary write \(day) --replace")
    }
    try await app.entries.write(entryOf: day, template: template) { try await app.report($0) }
  }
}
