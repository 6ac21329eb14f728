import App
import Context
import Diary
import JSON
import Journal
import Localization
import Records
import Terminal
import Views

// Reports of what was done. They are printed after the change is saved.

extension App {
  /// Makes a change and reports it.
  func makeAndReport(_ change: DiaryChange) async throws {
    try await report(changes.make(change))
  }

  /// Reports a change, and updates the git notes of the repositories.
  func report(_ result: ChangeResult) async throws {
    do {
      try printReport(of: result)
    } catch let error as OutputError {
      // The error says that the text is saved, so that the user does not save it a second time.
      throw Explanation(.outputFailed(reason: error.reason), hint: hint(of: result.records))
    }
    if result.isChanged { await noteMirror.update(result.repositories) }
  }

  private func printReport(of result: ChangeResult) throws {
    if options.wantsJSON { return try output.show(json(of: result)) }
    let report = ChangeReport(result, in: self)
    if let unchanged = report.unchanged { return output.note(unchanged) }
    if options.isQuiet { return try output.write(ids(in: result).map { $0 + "\n" }.joined()) }
    let styles: [String: Style] = ["id": .id, "about": .repository, "day": .day, "name": .id]
    try output.show(
      report.sentences.flatMap { output.wrapped(output.styled($0, .plain, styles)) })
    if let name = journalName { output.note(.inJournal(name: name), .remark) }
    for hint in report.hints { output.note(hint, .remark) }
  }

  private func json(of result: ChangeResult) -> JSONValue {
    if let logged = result.logged { return logged.json }
    let kind = result.records.first?.id.kind ?? .toDo
    return result.records.json(of: kind, on: clock.today)
  }

  /// What `--quiet` prints, for scripts.
  private func ids(in result: ChangeResult) -> [String] {
    if result.logged == nil, let entry = result.records.entry { return ["\(entry.day)"] }
    return switch result.change {
    case .delete, .takeBack: []
    case .addToDos: result.records.map(\.id.name)
    default: result.records.notes.map(\.note.id.text)
    }
  }

  private func hint(of records: [FoundRecord]) -> Message {
    records.notes.first.map { .noteStillSaved(id: $0.shortID) } ?? .changeStillSaved
  }

  // MARK: Lists as JSON

  /// Prints all notes that match the filter as one JSON document, with only one batch in memory at
  /// a time.
  func showNotes(of journal: Journal, _ filter: NoteFilter) async throws {
    struct OutputClosed: Error {}
    do {
      let count = try await journal.forEachBatch(filter) { notes, isFirst in
        var buffer = isFirst ? JSONList.notes.opening : ""
        for (index, note) in notes.enumerated() {
          buffer += JSONList.notes.element(note.json, isFirst: isFirst && index == 0)
        }
        guard try output.writeIfRead(buffer) else { throw OutputClosed() }
      }
      try output.write(count == 0 ? JSONList.notes.empty : JSONList.notes.closing)
    } catch is OutputClosed {
    }
  }

  /// Prints all entries that match the filter as one JSON document, with only one batch in memory
  /// at a time.
  func showEntries(of journal: Journal, _ filter: EntryFilter) async throws {
    var list = try await journal.list(filter)
    var isFirst = true
    while case let entries = try await journal.nextEntries(&list), !entries.isEmpty {
      var buffer = isFirst ? JSONList.entries.opening : ""
      for entry in entries {
        buffer += JSONList.entries.element(entry.json, isFirst: isFirst)
        isFirst = false
      }
      guard try output.writeIfRead(buffer) else { return }
    }
    try output.write(isFirst ? JSONList.entries.empty : JSONList.entries.closing)
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
      output.note(.tryCommand(command: "commitdiary undo"), .remark)
    }
  }
}
