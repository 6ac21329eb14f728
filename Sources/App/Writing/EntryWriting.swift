public import Diary
public import Journal
import Localization
import Terminal
import Views

/// What is to become of the text of a day.
public enum EntryChange: Sendable {
  /// Written with the version at hand; `nil` where there was none.
  case written(EntryText, basedOn: Int?)
  /// One more paragraph, whatever is there by now.
  case added(String)
  /// This text, whatever is there by now.
  case replaced(EntryText)
}

/// What has become of it.
public enum EntryOutcome: Sendable {
  case saved(Entry)
  case unchanged(Entry)
  /// Nothing was left of it.
  case emptied(Entry)
}

/// Writes the entries of days into the journal, from options or from the editor.
public struct EntryWriting: Sendable {
  public let app: App

  private var unfinished: UnfinishedDrafts { UnfinishedDrafts(app: app) }

  /// Every text of a day goes into the journal here, its first one among them.
  public func keep(_ change: EntryChange, of day: Day, in journal: Journal) async throws -> Entry {
    switch change {
    case .written(let text, let version):
      try await journal.write(text, on: day, basedOn: version, at: app.clock.now)
    case .added(let paragraph):
      try await journal.append(paragraph, toEntryOf: day, at: app.clock.now)
    case .replaced(let text):
      try await journal.replaceEntry(of: day, by: text, at: app.clock.now)
    }
  }

  /// Opens the editor on the entry of a day, or on an empty page, and keeps the draft until what was
  /// written in it is in the journal. A draft of that day that was left behind is offered first.
  ///
  /// - Parameter startsAnew: whether the page is empty whatever the day has.
  public func write(
    entryOf day: Day, startingAnew startsAnew: Bool = false
  ) async throws -> EntryOutcome {
    let old = try await app.journal(for: .reading).entryIfWritten(on: day)
    let original = startsAnew ? "" : old?.text.written ?? ""
    let draft: Drafts.Open
    // Somebody who empties what they went on with gives it up; somebody who empties the entry itself
    // takes that away.
    var mayDelete = !original.isEmpty
    if let unfinished = try self.unfinished.latest(where: { $0.entryDay == day }),
      let taken = try app.drafts.take(unfinished)
    {
      draft = taken
      mayDelete = false
      if unfinished.draft.entryVersion != old?.version, old != nil {
        app.output.printError(app.output.styled(.entryDraftOfOlderVersion))
      }
    } else {
      draft = try app.drafts.begin(
        Draft(
          .entry(of: day, version: old?.version), original: original,
          startedAt: app.clock.now.instant),
        text: EditorText.template(original, remarks: remarks(onEntryOf: day)))
    }
    return try await finish(
      draft, on: day, over: old, original: original, mayDelete: mayDelete)
  }

  /// Whether a draft of that day was left behind.
  public func hasUnfinishedDraft(ofEntryOf day: Day) -> Bool {
    unfinished.contain { $0.entryDay == day }
  }

  private func finish(
    _ draft: consuming Drafts.Open, on day: Day, over old: Entry?, original: String,
    mayDelete: Bool
  ) async throws -> EntryOutcome {
    let written = try await Editor(in: app).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      try draft.discard()
      guard mayDelete, let old else { throw TextError.empty }
      let journal = try await app.journal(for: .writing)
      return .emptied(
        try await journal.deleteEntry(of: day, basedOn: old.version, at: app.clock.now))
    }
    if let old, written.utf8.elementsEqual(EditorText.written(in: old.text.written).utf8) {
      try draft.discard()
      return .unchanged(old)
    }
    let entry: Entry
    do {
      entry = try await keep(
        .written(EntryText(written: written), basedOn: old?.version), of: day,
        in: app.journal(for: .writing))
    } catch {
      throw UnsavedDraft(because: error, path: draft.path)
    }
    try draft.discard()
    return .saved(entry)
  }

  private func remarks(onEntryOf day: Day) -> [String] {
    [app.reader.say(.editorRemark), "", app.reader.dateWithWeekday(day)]
  }
}
