public import Diary
import Journal
import Localization

/// Carries out changes of notes, entries and to-dos.
public struct ChangeService: Sendable {
  let app: App

  /// The change is on the disk when this returns.
  @discardableResult
  public func make(_ change: DiaryChange) async throws -> ChangeResult {
    await complete(try await save(change))
  }

  /// Makes a change with the text of a draft, which is removed as soon as the text is saved.
  func make(
    _ change: DiaryChange, from draft: consuming Drafts.Open
  ) async throws -> ChangeResult {
    let result: ChangeResult
    do {
      result = try await save(change)
    } catch {
      throw Explanation(of: error, draftKept: draft.path)
    }
    try draft.discard()
    return await complete(result)
  }

  private func save(_ change: DiaryChange) async throws -> ChangeResult {
    try Self.check(change)
    let journal = try await app.journal(for: .writing)
    return try await ChangeRun(app: app, journal: journal, change: change).result()
  }

  /// Refuses a text that is empty, before the journal is created.
  private static func check(_ change: DiaryChange) throws {
    let texts =
      switch change {
      case .jot(let text, _, _), .rewordToDo(_, let text), .addToEntry(let text, _, _): [text]
      case .editToDo(_, let details, _): [details.text]
      case .addToDos(let toDos, _): toDos.map(\.text)
      default: [String]()
      }
    for text in texts where try TextInput.checked(text).allSatisfy(\.isWhitespace) {
      throw TextError.empty
    }
  }

  /// Saves what identifies the commit of a new note: it may soon be rewritten.
  private func complete(_ result: ChangeResult) async -> ChangeResult {
    var result = result
    if case .addNote(_, let subject) = result.change, subject.clone != nil {
      await app.clones.rememberHere()
      if let id = result.records.notes.first?.note.id, subject.place.commit != nil {
        await app.repositories.follow(subject.located)
        if app.options.wantsJSON,
          let note = try? await app.journal(for: .reading).note(id.text)
        {
          result.records.notes = [note]
        }
      }
    }
    if result.isChanged { app.process.whenChanged(result) }
    return result
  }
}

extension App {
  public var changes: ChangeService { ChangeService(app: self) }
}

/// A change that is being carried out.
private struct ChangeRun {
  let app: App
  let journal: Journal
  let change: DiaryChange

  private var now: Moment { app.clock.now }
  private var today: Day { app.clock.today }
  private var tags: TagsInTexts { app.tagsInTexts }

  func result() async throws -> ChangeResult {
    let before = try await before()
    let after = try await carryOut(before)
    var result = ChangeResult(change, from: before, to: after)
    if case .reopenToDos(let done)? = result.undo {
      let finished = after.toDos.map(\.toDo).filter { done.contains($0.id) }
      result.nextToDos = try await journal.nextOccurrences(of: finished)
    }
    return result
  }

  /// The records that the change names. Only `restore` takes deleted ones, and a text that was made
  /// from a version: the journal then says that it has changed meanwhile.
  private func before() async throws -> ChangedRecords {
    var (takesDeleted, needsEntry) = (false, false)
    switch change {
    case .restore, .restoreVersion, .editNote, .editToDo: takesDeleted = true
    case .delete, .changeTags: needsEntry = true
    default: break
    }
    var before = ChangedRecords()
    var toDos: [ToDo] = []
    for record in change.records {
      switch record {
      case .note(let id):
        before.notes.append(try await journal.note(id.text, deleted: takesDeleted))
      case .entry(let day):
        before.entry =
          try await needsEntry ? journal.entry(of: day) : journal.entryIfWritten(on: day)
      case .toDo(let id):
        toDos.append(try await journal.toDo(id.text, on: today, deleted: takesDeleted).toDo)
      }
    }
    if case .carryToDos = change { toDos = try await journal.openToDos(before: today).map(\.toDo) }
    before.toDos = try await found(toDos)
    return before
  }

  private func carryOut(_ before: ChangedRecords) async throws -> ChangedRecords {
    var after = before
    switch change {
    case .addNote(let text, let subject):
      let added = try await journal.add(
        tags.complete(text), to: subject.place, on: today, at: now)
      after.notes = [try await journal.note(added.id.text)]
    case .editNote(let id, let text, let version):
      after.notes[0].note = try await journal.edit(
        id, to: tags.complete(text), basedOn: version, at: now)
    case .moveNote(let id, let revision, let repository):
      let old = before.notes[0].note
      let place = try await app.noteMoving.place(revision, for: old, in: repository)
      after.notes[0].note = try await journal.move(
        id, to: place, basedOn: old.version, at: now)
    case .detachNote(let id):
      after.notes[0].note = try await journal.detach(
        id, basedOn: before.notes[0].note.version, at: now)
    case .writeEntry(let text, let day, let version) where text.isEmpty:
      guard let version else { throw TextError.empty }
      after.entry = try await journal.deleteEntry(of: day, basedOn: version, at: now)
    case .writeEntry(let text, let day, let version):
      after.entry = try await journal.write(
        tags.complete(text), on: day, basedOn: version, at: now)
    case .replaceEntry(let text, let day):
      after.entry = try await journal.replaceEntry(
        of: day, by: text, findingTags: app.settings.findsTags, at: now)
    case .addToEntry(let text, let day, let tags):
      after.entry = try await append(text, tags: tags, to: day)
    case .jot(let text, let moment, let tags):
      after.entry = try await append(
        app.jots.paragraph(text, at: moment.time), tags: tags, to: moment.day)
    case .addToDos(let toDos, let day):
      after.toDos = try await found(
        journal.add(
          toDos.map(complete), on: day, carrying: app.carriesToDos(to: day), at: now))
    case .editToDo(let id, let details, let version):
      after.toDos = try await found([
        journal.editToDo(id, to: complete(details), basedOn: version, at: now)
      ])
    case .rewordToDo(let id, let text):
      let old = before.toDos[0].toDo
      var details = tags.beforeChange(old.details)
      details.text = text
      after.toDos = try await found([
        journal.editToDo(id, to: complete(details), basedOn: old.version, at: now)
      ])
    case .finishToDos(let ids):
      after.toDos = try await found(journal.finish(ids, on: today, at: now))
    case .reopenToDos(let ids): after.toDos = try await found(journal.reopen(ids, at: now))
    case .moveToDos(let ids, let day):
      after.toDos = try await found(
        journal.move(ids, to: day, today: app.dayOfCarriedToDos, at: now))
    case .carryToDos:
      after.toDos = try await found(
        journal.carryToDos(to: today, carrying: app.carriesToDos(to: today), at: now))
    case .changeTags(.note(let id), let added, let removed):
      let old = before.notes[0].note
      if let text = try changed(old.text, adding: added, removing: removed) {
        after.notes[0].note = try await journal.edit(
          id, to: text, basedOn: old.version, at: now)
      }
    case .changeTags(.entry(let day), let added, let removed):
      if let old = before.entry,
        let text = try changed(old.text, adding: added, removing: removed)
      {
        after.entry = try await journal.write(text, on: day, basedOn: old.version, at: now)
      }
    case .changeTags(.toDo(let id), let added, let removed):
      let old = before.toDos[0].toDo
      if let details = try changed(old.details, adding: added, removing: removed) {
        after.toDos = try await found([
          journal.editToDo(id, to: details, basedOn: old.version, at: now)
        ])
      }
    case .delete(_, let version): after = try await delete(before, basedOn: version)
    case .restore(let records): after = try await restore(records, before)
    case .restoreVersion(.note(let id), let version):
      after.notes[0].note = try await journal.restore(id, version: version, at: now)
    case .restoreVersion(.entry(let day), let version):
      after.entry = try await journal.restoreEntry(of: day, version: version, at: now)
    case .restoreVersion(.toDo(let id), let version):
      after.toDos = try await found([journal.restoreToDo(id, version: version, at: now)])
    }
    return after
  }

  private func delete(
    _ records: ChangedRecords, basedOn version: Int?
  ) async throws -> ChangedRecords {
    var deleted = records
    if !records.notes.isEmpty {
      let notes = try await journal.delete(records.notes.map(\.note.id), at: now)
      for index in notes.indices { deleted.notes[index].note = notes[index] }
    }
    if let entry = records.entry {
      deleted.entry = try await journal.deleteEntry(
        of: entry.day, basedOn: version ?? entry.version, at: now)
    }
    if !records.toDos.isEmpty {
      let toDos = try await journal.deleteToDos(
        records.toDos.map(\.toDo.id), today: app.dayOfCarriedToDos, at: now)
      // They are named as they were on the list.
      for index in toDos.indices { deleted.toDos[index].toDo = toDos[index] }
    }
    return deleted
  }

  private func restore(
    _ records: [DiaryRecord], _ before: ChangedRecords
  ) async throws -> ChangedRecords {
    var restored = before
    for (index, old) in before.notes.enumerated() {
      guard old.note.deletedAt != nil else {
        throw Explanation(
          .noteNotDeleted(id: old.shortID), hint: .noteVersionHint(id: old.shortID), status: .usage)
      }
      restored.notes[index].note = try await journal.restore(old.note.id, version: nil, at: now)
    }
    for case .entry(let day) in records {
      guard before.entry == nil else {
        throw Explanation(
          .entryNotDeleted(day: day), hint: .entryVersionHint(typed: "\(day)"), status: .usage)
      }
      restored.entry = try await journal.restoreEntry(of: day, at: now)
    }
    if !before.toDos.isEmpty {
      restored.toDos = try await found(
        journal.restoreToDos(before.toDos.map(\.toDo.id), at: now))
    }
    return restored
  }

  // MARK: Texts

  private func append(
    _ paragraph: String, tags: [String], to day: Day
  ) async throws -> Entry {
    try await journal.append(
      paragraph, tags: tags, toEntryOf: day, findingTags: app.settings.findsTags, at: now)
  }

  /// The text with other tags; `nil` if they are the same.
  private func changed<Text: TaggedText>(
    _ old: Text, adding added: [String], removing removed: [String]
  ) throws -> Text? {
    let all = try TagsInTexts.changed(old.tags, adding: added, removing: removed)
    guard all != old.tags else { return nil }
    var new = tags.beforeChange(old)
    new.tags = try TagsInTexts.changed(new.tags, adding: added, removing: removed)
    try tags.check(removing: removed, from: new)
    return tags.complete(new)
  }

  /// The details with the text as one line, and with the tags in it.
  private func complete(_ details: ToDo.Details) -> ToDo.Details {
    var details = details
    details.text = ToDo.line(details.text)
    return tags.complete(details)
  }

  /// The to-dos as today's list names them.
  private func found(_ toDos: [ToDo]) async throws -> [FoundToDo] {
    if toDos.isEmpty { return [] }
    return try await journal.found(
      toDos, listedOn: today, carrying: app.carriesToDos(to: today))
  }
}
