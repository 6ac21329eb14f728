import Diary
import Journal
import Localization
import Terminal

/// What is to become of the text of a day.
enum EntryChange: Sendable {
  /// Written with the version at hand; `nil` where there was none.
  case written(EntryText, basedOn: Int?)
  /// One more paragraph, whatever is there by now.
  case added(String)
  /// This text, whatever is there by now.
  case replaced(EntryText)
}

/// What has become of it.
enum EntryOutcome: Sendable {
  case saved(Entry)
  case unchanged(Entry)
  /// Nothing was left of it.
  case emptied(Entry)
}

extension Session {
  /// Every text of a day goes into the journal here, its first one among them.
  func keep(_ change: EntryChange, of day: Day, in journal: Journal) async throws -> Entry {
    switch change {
    case .written(let text, let version):
      try await journal.write(text, on: day, basedOn: version, at: clock.now)
    case .added(let paragraph):
      try await journal.append(paragraph, toEntryOf: day, at: clock.now)
    case .replaced(let text):
      try await journal.replaceEntry(of: day, by: text, at: clock.now)
    }
  }

  /// The day that was typed, else the one that it is for the writer.
  func dayOrToday(_ typed: DayWord?) throws -> Day {
    try typed.map { try day($0) } ?? today
  }

  /// Only now is it on disk, and only now is it said.
  func acknowledge(_ entry: Entry, as message: Message) throws {
    do {
      if globals.wantsJSON { return try show(EntryJSON.entry(entry)) }
      if globals.isQuiet { return try answer("\(entry.day)\n") }
      try show(wrapped(styled(message, .plain, ["day": .date])))
    } catch let error as OutputError {
      throw Unanswered(reason: error.reason, hint: .entrySavedAllTheSame(typed: "\(entry.day)"))
    }
  }

  func acknowledge(_ outcome: EntryOutcome) throws {
    switch outcome {
    case .saved(let entry):
      try acknowledge(entry, as: .entrySaved(day: entry.day))
    case .emptied(let entry):
      try acknowledge(entry, as: .entryEmptied(day: entry.day))
      if !globals.wantsJSON { say(.entryDeletedHint(typed: "\(entry.day)"), .faint) }
    case .unchanged(let entry):
      if globals.wantsJSON { return try show(EntryJSON.entry(entry)) }
      say(.entryUnchanged(day: entry.day))
    }
  }
}
