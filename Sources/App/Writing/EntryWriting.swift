public import Diary
public import Journal
import Localization
import Platform
import Terminal
import Views

/// Writes the entries of days in the editor.
public struct EntryWriting: Sendable {
  public let app: App

  private var unfinished: UnfinishedDrafts { app.unfinishedDrafts }

  /// Writes the entry of a day, and adds the weather, which is requested meanwhile.
  ///
  /// - Parameters:
  ///   - startsAnew: whether the draft is empty even if the day has an entry.
  ///   - tags: the tags to add to the entry.
  ///   - report: reports what was saved. JSON contains the weather, so it is added before the
  ///     report; otherwise the report does not wait for it.
  @discardableResult
  public func write(
    entryOf day: Day, startingAnew startsAnew: Bool = false, tags: [String] = [],
    report: (ChangeResult) async throws -> Void = { _ in }
  ) async throws -> ChangeResult {
    try await app.weather.askingForWeather(of: day) { weather in
      var result = try await write(entryOf: day, startingAnew: startsAnew, tags: tags)
      guard result.isChanged, let entry = result.records.entry, entry.deletedAt == nil else {
        try await report(result)
        await weather.addToOthers(in: app)
        return result
      }
      if app.options.wantsJSON { result.records = [.entry(await weather.add(to: entry, in: app))] }
      try await report(result)
      if !app.options.wantsJSON { _ = await weather.add(to: entry, in: app) }
      await weather.addToOthers(than: day, in: app)
      return result
    }
  }

  /// Opens the editor on the entry of a day, or on an empty draft. The draft is kept until its text
  /// is saved. If an unfinished draft of that day exists, it is offered first.
  private func write(
    entryOf day: Day, startingAnew startsAnew: Bool, tags: [String]
  ) async throws -> ChangeResult {
    let old = try await app.journal(for: .reading).entryIfWritten(on: day)
    let original = startsAnew ? "" : old?.text.written ?? ""
    let draft: Drafts.Open
    // Emptying a resumed draft discards the draft. Emptying the entry itself deletes the entry.
    var mayDelete = !original.isEmpty
    if let unfinished = try self.unfinished.latest(where: { $0.entryDay == day }),
      let taken = try app.drafts.take(unfinished)
    {
      draft = taken
      mayDelete = false
      if !unfinished.draft.keptFrom.isEmpty {
        try addEntry(old, to: draft, unfinished.text)
      } else if unfinished.draft.entryVersion != old?.version, old != nil {
        app.output.printError(app.output.styled(.draftOfOlderVersion))
      }
    } else {
      let template = EditorText.template(
        original, remarks: await EntryRemarks(app: app, day: day).lines())
      draft = try app.drafts.begin(
        Draft(
          .entry(of: day, version: old?.version, tags: tags), original: template,
          startedAt: app.clock.now.instant), text: template)
    }
    return try await finish(
      draft, on: day, over: old, adding: tags, mayDelete: mayDelete)
  }

  /// Puts the entry of the day above what was kept of a purged one.
  private func addEntry(
    _ entry: Entry?, to draft: borrowing Drafts.Open, _ kept: String
  ) throws {
    guard let text = entry?.text.written, !kept.hasPrefix(text) else { return }
    try File.writeAtomically(Array("\(text)\n\n\(kept)".utf8), to: draft.path)
  }

  /// Whether there is an unfinished draft of that day.
  public func hasUnfinishedDraft(ofEntryOf day: Day) -> Bool {
    unfinished.contain { $0.entryDay == day }
  }

  private func finish(
    _ draft: consuming Drafts.Open, on day: Day, over old: Entry?, adding tags: [String],
    mayDelete: Bool
  ) async throws -> ChangeResult {
    let tags = draft.draft.entryTags + tags
    let written = try await Editor(in: app).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      try draft.discard()
      guard mayDelete else { throw TextError.empty }
      return try await app.changes.make(
        .writeEntry(Text(written: ""), on: day, basedOn: old?.version))
    }
    if let old, old.text.adding(tags: tags).tags == Tag.names(old.text.tags),
      written.utf8.elementsEqual(EditorText.written(in: old.text.written).utf8)
    {
      try draft.discard()
      return ChangeResult(
        change: .writeEntry(old.text, on: day, basedOn: old.version),
        records: [.entry(old)])
    }
    let kept = old.map { app.tagsInTexts.beforeChange($0.text).tags } ?? []
    let text = Text(written: written, tags: kept).adding(tags: tags)
    return try await app.changes.make(
      .writeEntry(text, on: day, basedOn: old?.version), from: draft)
  }
}
