import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary tags rename`: renames a tag in all texts.
struct TagsRename: Command {
  var old = ""
  var new = ""

  static let declaration = Declaration<Self>(
    .tagsRenameSummary, details: .tagsRenameDetails,
    examples: [Example("tags rename perf performance", .tagsRenameExample)],
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
    if !app.options.wantsJSON { app.output.note(.undoHint, .remark) }
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
      throw OutputFailed(reason: error.reason, hint: .tagsStillSaved)
    }
  }
}
