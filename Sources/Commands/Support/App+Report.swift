import App
import Diary
import JSON
import Journal
import Localization
import Terminal
import Views

// Reports of what was done. They are printed after the change is saved.

extension App {
  // MARK: Notes

  /// Reports a note that has been saved.
  func report(_ found: FoundNote, as message: (String, String) -> Message) throws {
    do {
      try printReport(about: found, message)
    } catch let error as OutputError {
      // The error says that the note is saved, so that the user does not save it a second time.
      throw OutputFailed(reason: error.reason, hint: .noteStillSaved(id: found.shortID))
    }
  }

  private func printReport(about found: FoundNote, _ message: (String, String) -> Message) throws {
    if options.wantsJSON { return try output.show(NoteJSON.note(found.note)) }
    if options.isQuiet { return try output.write(found.note.id.text + "\n") }
    let about =
      found.note.commit.map { "\(found.note.repository.shortName)@\($0.shortSHA)" }
      ?? found.note.repository.shortName
    let sentence = message(found.shortID, about)
    try output.show(
      output.wrapped(output.styled(sentence, .plain, ["id": .id, "about": .accent])))
  }

  /// Prints all notes that match the filter as one JSON document, with only one batch in memory at
  /// a time.
  func showNotes(of journal: Journal, _ filter: NoteFilter) async throws {
    struct OutputClosed: Error {}
    do {
      let count = try await journal.forEachBatch(filter) { notes, isFirst in
        var buffer = isFirst ? NoteJSON.list.opening : ""
        for (index, note) in notes.enumerated() {
          buffer += NoteJSON.list.element(NoteJSON.note(note), isFirst: isFirst && index == 0)
        }
        guard try output.writeIfRead(buffer) else { throw OutputClosed() }
      }
      try output.write(count == 0 ? NoteJSON.list.empty : NoteJSON.list.closing)
    } catch is OutputClosed {
    }
  }

  // MARK: Entries

  /// Prints all entries that match the filter as one JSON document, with only one batch in memory
  /// at a time.
  func showEntries(of journal: Journal, _ filter: EntryFilter) async throws {
    var list = try await journal.list(filter)
    var isFirst = true
    while case let entries = try await journal.nextEntries(&list), !entries.isEmpty {
      var buffer = isFirst ? EntryJSON.list.opening : ""
      for entry in entries {
        buffer += EntryJSON.list.element(EntryJSON.entry(entry), isFirst: isFirst)
        isFirst = false
      }
      guard try output.writeIfRead(buffer) else { return }
    }
    try output.write(isFirst ? EntryJSON.list.empty : EntryJSON.list.closing)
  }

  /// Reports an entry that has been saved.
  func report(_ entry: Entry, as message: Message) throws {
    do {
      if options.wantsJSON { return try output.show(EntryJSON.entry(entry)) }
      if options.isQuiet { return try output.write("\(entry.day)\n") }
      try output.show(
        output.wrapped(output.styled(message, .plain, ["day": .date])))
    } catch let error as OutputError {
      throw OutputFailed(reason: error.reason, hint: .entryStillSaved(typed: "\(entry.day)"))
    }
  }

  /// Reports a paragraph that has been added to an entry. It is shown, because its time may have
  /// been understood differently than meant.
  func report(_ jot: SavedJot) throws {
    let line = StyledText(jot.line).truncated(to: Self.jotWidth, on: output.screen).plain
    try report(jot.entry, as: .jotSaved(day: jot.entry.day, line: line))
  }

  /// The number of columns of a reported paragraph.
  private static let jotWidth = 60

  func report(_ outcome: EntryOutcome) throws {
    switch outcome {
    case .saved(let entry):
      try report(entry, as: .entrySaved(day: entry.day))
    case .emptied(let entry):
      try report(entry, as: .entryEmptied(day: entry.day))
      if !options.wantsJSON { output.note(.entryDeletedHint(typed: "\(entry.day)"), .faint) }
    case .unchanged(let entry):
      if options.wantsJSON { return try output.show(EntryJSON.entry(entry)) }
      output.note(.entryUnchanged(day: entry.day))
    }
  }

  /// Reports an entry that has been saved, and adds the weather of its day. JSON contains the
  /// weather, so it is added before the report; otherwise it is added afterwards.
  func report(_ outcome: EntryOutcome, with weather: BackgroundWeather) async throws {
    guard case .saved(let entry) = outcome else {
      try report(outcome)
      return await weather.addToOthers(in: self)
    }
    if options.wantsJSON {
      try report(.saved(await weather.add(to: entry, in: self)))
    } else {
      try report(outcome)
      _ = await weather.add(to: entry, in: self)
    }
    await weather.addToOthers(than: entry.day, in: self)
  }

  // MARK: To-dos

  /// Reports a change to to-dos that has been saved.
  ///
  /// - Parameters:
  ///   - day: the day whose to-dos are named by number. Those of other days are named by id.
  ///   - printsIDs: whether `--quiet` prints the ids, for scripts that need those of new to-dos.
  func report(
    _ toDos: [ToDo], in journal: Journal, on day: Day, printsIDs: Bool = false,
    as message: (_ name: String, ToDo) -> Message
  ) async throws {
    do {
      try await printReport(about: toDos, in: journal, on: day, printsIDs: printsIDs, message)
    } catch let error as OutputError {
      // The error says that the to-dos are saved, so that the user does not save them a second
      // time.
      throw OutputFailed(reason: error.reason, hint: .toDosStillSaved(count: toDos.count))
    }
  }

  /// Finishes the to-dos that new commits name, and says which.
  func finishToDosInCommits() async { report(finished: await toDosInCommits.finish()) }

  func report(finished: [MentionedToDo]) {
    for done in finished where !options.wantsJSON {
      let toDo = done.found.toDo
      output.note(
        .toDoFinishedByCommit(
          sha: done.mention.shortSHA,
          name: done.found.name(on: clock.today),
          text: toDo.text))
      output.note(.toDoFinishedByCommitHint(id: done.found.shortID), .faint)
    }
  }

  /// Says when to-dos that were done recur.
  func reportNext(of done: [ToDo], in journal: Journal) async throws {
    if options.wantsJSON { return }
    for next in try await journal.nextOccurrences(of: done) {
      output.note(.toDoNext(day: next.day, text: next.text), .faint)
    }
  }

  private func printReport(
    about toDos: [ToDo], in journal: Journal, on day: Day, printsIDs: Bool,
    _ message: (_ name: String, ToDo) -> Message
  ) async throws {
    if options.wantsJSON { return try output.show(ToDoJSON.toDos(toDos)) }
    if options.isQuiet {
      if printsIDs { try output.write(toDos.map { $0.id.text + "\n" }.joined()) }
      return
    }
    let found = try await journal.found(toDos, listedOn: day, carrying: carriesToDos(to: day))
    try output.show(
      found.flatMap { found in
        output.wrapped(
          output.styled(
            message(found.name(on: day), found.toDo), .plain,
            ["name": .id, "number": .id, "day": .date]))
      })
  }
}
