package import Context
package import Diary
import Exchange
import Journal
import Localization
import Platform
import Terminal
import Views

/// Writes the entries of days in the editor.
package struct EntryWriting: Sendable {
  let app: App

  /// Writes the entry of a day, and adds the weather, which is requested meanwhile.
  ///
  /// - Parameters:
  ///   - startsAnew: whether the draft is empty even if the day has an entry.
  ///   - template: the name of the template. By default, a text that is empty or has jots only gets
  ///     the usual one.
  ///   - tags: the tags to add to the entry.
  ///   - report: reports what was saved. JSON contains the weather, so it is added before the
  ///     report; otherwise the report does not wait for it.
  @discardableResult
  package func write(
    entryOf day: Day, startingAnew startsAnew: Bool = false, template: String? = nil,
    tags: [String] = [],
    report: (ChangeResult) async throws -> Void = { _ in }
  ) async throws -> ChangeResult {
    try await app.weather.askingForWeather(of: day) { weather in
      var result = try await write(
        entryOf: day, startingAnew: startsAnew, template: template, tags: tags)
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
    entryOf day: Day, startingAnew startsAnew: Bool, template: String?, tags: [String]
  ) async throws -> ChangeResult {
    let old = try await app.journal(for: .reading).entryIfWritten(on: day)
    let original = startsAnew ? "" : old?.text.written ?? ""
    let draft: Drafts.Open
    // Emptying a resumed draft discards the draft. Emptying the entry itself deletes the entry.
    var mayDelete = !original.isEmpty
    if let unfinished = try app.unfinishedDrafts.latest(where: { $0.entryDay == day }),
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
      let isFilled = original.isEmpty || old?.hasOnlyJots == true || template != nil
      let above =
        isFilled
        ? try await app.templates.text(named: template, orElse: "entry", on: day) : nil
      let parts = [above?.withoutBlankLines.description, original].compactMap(\.self)
      let text = EditorText.template(
        parts.filter { !$0.isEmpty }.joined(separator: "\n\n"),
        remarks: await EntryRemarks(app: app, day: day).lines())
      var new = Draft(
        .entry(of: day, version: old?.version, tags: tags), original: text,
        startedAt: app.clock.now.instant)
      new.hasTemplate = above != nil
      draft = try app.drafts.begin(new, text: text)
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
  package func hasUnfinishedDraft(ofEntryOf day: Day) -> Bool {
    app.unfinishedDrafts.contain { $0.entryDay == day }
  }

  private func finish(
    _ draft: consuming Drafts.Open, on day: Day, over old: Entry?, adding tags: [String],
    mayDelete: Bool
  ) async throws -> ChangeResult {
    let tags = draft.draft.entryTags + tags
    var written = try await Editor(in: app).edit(draft)
    // A template that was left as it was is not part of the text.
    let leavesTemplate =
      draft.draft.hasTemplate && EditorText.isUntouched(written, from: draft.draft.original)
    if leavesTemplate { written = EditorText.written(in: old?.text.written ?? "") }
    if written.allSatisfy(\.isWhitespace) {
      try draft.remove()
      guard mayDelete else { throw leavesTemplate ? Explanation.templateUntouched : .textEmpty }
      return try await app.changes.make(
        .writeEntry(Text(written: ""), on: day, basedOn: old?.version))
    }
    if let old, old.text.adding(tags: tags).tags == Tag.names(old.text.tags),
      written.utf8.elementsEqual(EditorText.written(in: old.text.written).utf8)
    {
      try draft.remove()
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

/// The remarks below the text of an entry in the editor: the weather of the day, the user's own
/// commits, and the to-dos that were done. They come from the journal and from clones, without a
/// network.
struct EntryRemarks: Sendable {
  let app: App
  let day: Day

  /// The maximum number of commits, and of to-dos.
  private static let limit = 20
  /// How long the editor waits for the remark with the commits. The history of a large clone takes
  /// longer the first time; its commits are left out then. A template waits for them: they become
  /// part of the text.
  private static let timeLimit = Duration.milliseconds(100)

  func lines() async -> [String] {
    let weather = await weather
    var lines = [
      app.reader.say(.editorRemark), "", app.reader.dateWithWeekday(day),
    ]
    lines += weather.map { [$0] } ?? []
    lines += part(.dayCommits, await withinTimeLimit { await commits } ?? [])
    lines += part(.dayDone, await doneToDos)
    // Commits and places may contain control characters.
    return lines.map { visible($0, ascii: !app.output.screen.unicode) }
  }

  /// A heading and its rows; nothing if there are no rows.
  private func part(_ title: Message, _ rows: [String]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let left = rows.count - Self.limit
    return ["", app.reader.say(title)] + rows.prefix(Self.limit).map { "  " + $0 }
      + (left > 0 ? ["  " + app.reader.say(.editorMore(count: left))] : [])
  }

  var weather: String? {
    get async {
      let journal = try? await app.journal(for: .reading)
      let saved = try? await journal?.entryIfWritten(on: day)?.weather
      let last =
        day == app.clock.today
        ? app.weather.defaultPlace.flatMap { app.weather.lastWeather(of: $0) } : nil
      let isFresh = last.map { app.clock.day(of: $0.seenAt) == day } ?? false
      let known = WeatherJSON.weather(text: saved ?? nil) ?? (isFresh ? last?.weather : nil)
      return known.map { app.context.sky(of: $0).plain }
    }
  }

  private var doneToDos: [String] {
    get async {
      guard let journal = try? await app.journal(for: .reading),
        let done = try? await journal.toDosDone(from: day, to: day)
      else { return [] }
      return done.map(\.toDo.text)
    }
  }

  var commits: [String] {
    get async {
      guard let journal = try? await app.journal(for: .reading),
        let record = try? await app.days.record(of: day, commitsOf: .all, in: journal)
      else { return [] }
      return record.commits.map { "\($0.commit.shortSHA)  \($0.commit.subject)" }
    }
  }

  /// The result of `work`, or `nil` if it takes too long. The work may block in a file system, so it
  /// is detached, and continues without a caller then.
  private func withinTimeLimit<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value?
  ) async -> Value? {
    let answer = FirstAnswer<Value?>()
    Task.detached { answer.give(await work()) }
    Task.detached {
      try? await Task.sleep(for: Self.timeLimit)
      answer.give(nil)
    }
    return await answer.value
  }
}
