import App
import Arguments
import Journal
import Localization
import Terminal
import Views

/// `commitdiary tags`: lists the tags of all texts, most recently used first.
struct TagsList: Command {
  var since: DayArgument?

  static let declaration = Declaration<Self>(
    .tagsListSummary, details: .tagsListDetails,
    examples: [
      Example("tags", .tagsListExample),
      Example("tags --since -2w", .tagsListExampleSince),
    ],
    [.option("since", help: .optionSince) { $0.since = $1 }])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let since = try app.span(since, nil).since
    let tags = TagUseList(
      tags: try await journal.tagUses(since: since, today: app.clock.today), context: app.context)
    if app.options.wantsJSON { return try app.output.show(tags.json) }
    guard !tags.tags.isEmpty else {
      guard since == nil else { return app.output.note(.tagsNoneFound) }
      app.output.note(.tagsNone)
      return app.output.note(.tagsNoneHint, .faint)
    }
    try app.output.show(tags.table)
  }
}
