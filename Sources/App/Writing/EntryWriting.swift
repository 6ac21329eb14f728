public import Diary
public import Journal
import Localization
import Terminal
import Views

/// A change to the entry of a day.
public enum EntryChange: Sendable {
  /// A text based on this version; `nil` if there was no entry.
  case written(EntryText, basedOn: Int?)
  /// A paragraph to append to the current text, and tags to add.
  case added(String, tags: [String] = [])
  /// A text to replace the current one, and tags to add.
  case replaced(EntryText)
}

/// The result of editing an entry.
public enum EntryOutcome: Sendable {
  case saved(Entry)
  case unchanged(Entry)
  /// The text was deleted, so the entry was too.
  case emptied(Entry)
}

/// Saves the entries of days, from options or from the editor.
public struct EntryWriting: Sendable {
  public let app: App

  private var unfinished: UnfinishedDrafts { app.unfinishedDrafts }

  /// Saves any change to an entry, including the first text.
  public func keep(_ change: EntryChange, of day: Day, in journal: Journal) async throws -> Entry {
    let findsTags = app.settings.findsTags
    return switch change {
    case .written(let text, let version):
      try await journal.write(
        app.tagsInTexts.complete(text), on: day, basedOn: version, at: app.clock.now)
    case .added(let paragraph, let tags):
      try await journal.append(
        paragraph, tags: tags, toEntryOf: day, findingTags: findsTags, at: app.clock.now)
    case .replaced(let text):
      try await journal.replaceEntry(
        of: day, by: text, findingTags: findsTags, at: app.clock.now)
    }
  }

  /// Opens the editor on the entry of a day, or on an empty draft. The draft is kept until its text
  /// is saved. If an unfinished draft of that day exists, it is offered first.
  ///
  /// - Parameters:
  ///   - startsAnew: whether the draft is empty even if the day has an entry.
  ///   - tags: the tags to add to the entry.
  public func write(
    entryOf day: Day, startingAnew startsAnew: Bool = false, tags: [String] = []
  ) async throws -> EntryOutcome {
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
      if unfinished.draft.entryVersion != old?.version, old != nil {
        app.output.printError(app.output.styled(.draftOfOlderVersion))
      }
    } else {
      draft = try app.drafts.begin(
        Draft(
          .entry(of: day, version: old?.version, tags: tags), original: original,
          startedAt: app.clock.now.instant),
        text: EditorText.template(
          original, remarks: await EntryRemarks(app: app, day: day).lines()))
    }
    return try await finish(
      draft, on: day, over: old, adding: tags, mayDelete: mayDelete)
  }

  /// Whether there is an unfinished draft of that day.
  public func hasUnfinishedDraft(ofEntryOf day: Day) -> Bool {
    unfinished.contain { $0.entryDay == day }
  }

  private func finish(
    _ draft: consuming Drafts.Open, on day: Day, over old: Entry?, adding tags: [String],
    mayDelete: Bool
  ) async throws -> EntryOutcome {
    let tags = draft.draft.entryTags + tags
    let written = try await Editor(in: app).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      try draft.discard()
      guard mayDelete, let old else { throw TextError.empty }
      let journal = try await app.journal(for: .writing)
      return .emptied(
        try await journal.deleteEntry(of: day, basedOn: old.version, at: app.clock.now))
    }
    if let old, old.text.adding(tags: tags).tags == Tag.names(old.text.tags),
      written.utf8.elementsEqual(EditorText.written(in: old.text.written).utf8)
    {
      try draft.discard()
      return .unchanged(old)
    }
    let kept = old.map { app.tagsInTexts.beforeChange($0.text).tags } ?? []
    let text = EntryText(written: written, tags: kept).adding(tags: tags)
    let entry: Entry
    do {
      entry = try await keep(
        .written(text, basedOn: old?.version), of: day, in: app.journal(for: .writing))
    } catch {
      throw UnsavedDraft(because: error, path: draft.path)
    }
    try draft.discard()
    return .saved(entry)
  }
}
