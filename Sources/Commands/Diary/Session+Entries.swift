import Diary
import Journal
import Localization
import Platform
import Terminal

extension Session {
  /// Opens the editor on the entry of a day, or on an empty page, and keeps the draft until what was
  /// written in it is in the journal. A draft of that day that was left behind is offered first.
  ///
  /// - Parameter startsAnew: whether the page is empty whatever the day has.
  func write(
    entryOf day: Day, startingAnew startsAnew: Bool = false
  ) async throws -> EntryOutcome {
    let old = try await journal(for: .reading).entryIfWritten(on: day)
    let original = startsAnew ? "" : old?.text.written ?? ""
    let draft: Drafts.Open
    // Somebody who empties what they went on with gives it up; somebody who empties the entry itself
    // takes that away.
    var mayDelete = !original.isEmpty
    if let waiting = try waitingDraft({ $0.entryDay == day }),
      let taken = try drafts.take(waiting)
    {
      draft = taken
      mayDelete = false
      if waiting.draft.entryVersion != old?.version, old != nil {
        tell(styled(.entryDraftOfOlderVersion))
      }
    } else {
      draft = try drafts.begin(
        Draft(
          .entry(of: day, version: old?.version), original: original,
          startedAt: clock.now.instant),
        text: Composition.template(original, remarks: remarks(onEntryOf: day)))
    }
    return try await finish(
      draft, on: day, over: old, original: original, mayDelete: mayDelete)
  }

  /// Whether a draft of that day was left behind.
  func hasWaitingDraft(ofEntryOf day: Day) -> Bool {
    drafts.waiting().contains { $0.draft.entryDay == day && isWorthOffering($0) }
  }

  private func finish(
    _ draft: consuming Drafts.Open, on day: Day, over old: Entry?, original: String,
    mayDelete: Bool
  ) async throws -> EntryOutcome {
    let written = try await Editor(environment).edit(draft)
    if written.allSatisfy(\.isWhitespace) {
      try draft.discard()
      guard mayDelete, let old else { throw TextError.empty }
      let journal = try journal(for: .writing)
      return .emptied(
        try await journal.deleteEntry(of: day, basedOn: old.version, at: clock.now))
    }
    if let old, written.utf8.elementsEqual(Composition.written(in: old.text.written).utf8) {
      try draft.discard()
      return .unchanged(old)
    }
    let entry: Entry
    do {
      entry = try await keep(
        .written(EntryText(written: written), basedOn: old?.version), of: day,
        in: journal(for: .writing))
    } catch {
      throw KeptDraft(because: error, path: draft.path)
    }
    try draft.discard()
    return .saved(entry)
  }

  private func remarks(onEntryOf day: Day) -> [String] {
    [reader.say(.editorRemark), "", reader.dateWithWeekday(day)]
  }
}
