package import Context
import Diary
import Git
import Journal
package import Localization
import Records
import Views

/// Carries out changes of notes, entries and to-dos.
package struct ChangeService: Sendable {
  let app: App

  /// The change is on the disk when this returns.
  @discardableResult
  package func make(_ change: DiaryChange) async throws -> ChangeResult {
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
    try draft.remove()
    return await complete(result)
  }

  private func save(_ change: DiaryChange) async throws -> ChangeResult {
    try Self.check(change)
    // The report names the commits of notes.
    if change.records.contains(where: { $0.kind == .note }) { await app.repositories.look() }
    let journal = try await app.journal(for: .writing)
    return try await ChangeRun(app: app, journal: journal, change: change).result()
  }

  /// Refuses a text that is empty, before the journal is created.
  private static func check(_ change: DiaryChange) throws {
    let texts =
      switch change {
      case .jot(let text, _, _), .rewordToDo(_, let text), .addToEntry(let text, _, _): [text]
      case .editToDo(_, let details, _, _): [details.text]
      case .addToDos(let toDos, _): toDos.map(\.text)
      default: [String]()
      }
    for text in texts where try TextInput.checked(text).allSatisfy(\.isWhitespace) {
      throw Explanation.textEmpty
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
          result.records = [.note(note)]
        }
      }
    }
    if result.isChanged { app.process.whenChanged(result) }
    return result
  }
}

extension App {
  /// At most this many texts are taken back without a question.
  private static let unaskedTexts = 10

  /// What is asked before the last change is taken back: if it is not of today, or has many texts.
  package func questionBeforeUndo() async throws -> Message? {
    guard let last = try await journal(for: .reading).nextToUndo() else { return nil }
    let day = clock.day(of: last.madeAt.instant)
    guard day != clock.today || last.count > Self.unaskedTexts else { return nil }
    return .undoQuestion(what: last.what, day: day, item: last.item(on: clock.today))
  }
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
    if case .takeBack(let direction) = change { return try await takenBack(direction) }
    let place = try await newPlace()
    let writtenPlace = writtenPlace()
    let toDos = try newToDos()
    let made = try await journal.make(change.name, on: today, at: now, in: writtenPlace) {
      journal in
      let before = try self.before(in: journal)
      journal.type(self.typedTags(before))
      return (before, try self.carryOut(before, place, toDos, in: journal))
    }
    let (before, after) = made.result
    var result = ChangeResult(change: change, records: after)
    result.repositories = (before.notes + after.notes).map(\.note.repository)
    result.isChanged = made.isChanged
    if case .finishToDos = change {
      result.doneBefore = Set(before.toDos.map(\.toDo).filter(\.isDone).map(\.id))
      let finished = after.toDos.map(\.toDo).filter { !result.doneBefore.contains($0.id) }
      result.nextToDos = try await journal.nextOccurrences(of: finished)
    }
    return result
  }

  private func takenBack(_ direction: Journal.Direction) async throws -> ChangeResult {
    let logged = try await journal.takeBack(direction, on: today, at: now)
    var result = ChangeResult(change: change, records: logged.records)
    result.repositories = logged.repositories
    result.isChanged = true
    result.logged = logged
    return result
  }

  /// The tags that the user sets by hand: those of a new text, and of a changed one those that are new.
  private func typedTags(_ before: [FoundRecord]) -> [String] {
    func new(_ tags: [String], besides old: [String]?) -> [String] {
      tags.filter { tag in !(old ?? []).contains { Tag.areSame($0, tag) } }
    }
    switch change {
    case .addNote(let text, _): return text.tags
    case .editNote(_, let text, _), .writeEntry(let text, _, _):
      return new(text.tags, besides: before.first?.text.tags)
    case .replaceEntry(let text, _): return text.tags
    case .addToEntry(_, _, let tags), .jot(_, _, let tags): return tags
    // Words such as +perf in their texts are read later.
    case .addToDos(let toDos, _): return toDos.flatMap(\.details.tags)
    case .editToDo(_, let details, _, _):
      return new(details.tags, besides: before.first?.text.tags)
    case .changeTags(_, let added, _): return added
    default: return []
    }
  }

  /// Where the change writes a text; `nil` if it writes none.
  private func writtenPlace() -> WrittenPlace? {
    switch change {
    case .addNote(_, let subject):
      subject.clone.map { clone in
        WrittenPlace(
          repository: subject.place.repository, branch: clone.currentBranch)
      } ?? app.repositories.writtenPlace()
    case .editNote, .writeEntry, .replaceEntry, .addToEntry, .jot, .addToDos, .editToDo,
      .rewordToDo, .changeTags:
      app.repositories.writtenPlace()
    default: nil
    }
  }

  /// The commit to which a note is moved, which git or GitHub finds; `nil` if it is moved to none.
  private func newPlace() async throws -> NotePlace? {
    guard case .moveNote(let id, let revision, let repository) = change else { return nil }
    return try await app.noteMoving.place(
      revision, for: journal.note(id.text).note, in: repository)
  }

  /// The to-dos to add, with what the words of their texts name.
  private func newToDos() throws -> [NewToDo] {
    guard case .addToDos(let toDos, let day) = change else { return [] }
    return try toDos.map { toDo in
      var toDo = toDo
      let words = try ToDoWords(toDo.details, calendar: app.calendar)
      toDo.details = complete(words.details)
      toDo.rule = words.rule ?? toDo.rule
      toDo.day = words.day ?? day
      try check(toDo.day, due: toDo.details.due)
      if toDo.text.isEmpty { throw Explanation.textEmpty }
      return toDo
    }
  }

  /// The records that the change names. Only `restore` takes deleted ones, and a text that was made
  /// from a version: the journal then says that it has changed meanwhile.
  private func before(in journal: isolated Journal) throws -> [FoundRecord] {
    var (takesDeleted, needsEntry) = (false, false)
    switch change {
    case .restore, .restoreVersion, .editNote, .editToDo: takesDeleted = true
    case .delete, .changeTags: needsEntry = true
    default: break
    }
    return try change.records.compactMap { id in
      if case .entry(let day) = id, !needsEntry, !takesDeleted {
        return try journal.entryIfWritten(on: day).map { .entry($0) }
      }
      return try journal.found(id, deleted: takesDeleted)
    }
  }

  private func carryOut(
    _ before: [FoundRecord], _ place: NotePlace?, _ toDos: [NewToDo],
    in journal: isolated Journal
  ) throws -> [FoundRecord] {
    func found(_ toDos: [ToDo]) throws -> [FoundRecord] {
      try journal.found(toDos).map { .toDo($0) }
    }
    switch change {
    case .addNote(let text, let subject):
      let added = try journal.add(tags.complete(text), to: subject.place, on: today, at: now)
      if let position = subject.position, let clone = subject.clone {
        try journal.wait(
          WaitingNote(
            note: added.id, clone: clone.commonDirectory, root: clone.root,
            branch: position.branch, head: position.head, logged: position.logged,
            branchLogged: position.branchLogged, since: now.instant))
      }
      return [try journal.found(.note(added.id))]
    case .editNote(let id, let text, let version):
      return [try journal.edit(.note(id), to: tags.complete(text), basedOn: version, at: now)]
    case .moveNote(let id, _, _):
      _ = try journal.move(id, to: place, basedOn: before[0].version, at: now)
      try journal.stopWaiting(id, at: now)
      return [try journal.found(.note(id))]
    case .writeEntry(let text, let day, let version) where text.isEmpty:
      guard let version else { throw Explanation.textEmpty }
      return try journal.delete([.entry(day)], basedOn: version, at: now)
    case .writeEntry(let text, let day, let version):
      let text = tags.complete(text)
      return [.entry(try journal.write(text, on: day, basedOn: version, at: now))]
    case .replaceEntry(let text, let day):
      return [
        .entry(
          try journal.replaceEntry(
            of: day, by: text, findingTags: app.settings.findsTags, at: now))
      ]
    case .addToEntry(let text, let day, let tags):
      return [.entry(try append(text, tags: tags, to: day, in: journal))]
    case .jot(let text, let moment, let tags):
      let paragraph = app.jots.paragraph(text, at: moment.time)
      return [.entry(try append(paragraph, tags: tags, to: moment.day, in: journal))]
    case .addToDos:
      return try found(
        toDos.map { (toDo) throws(JournalError) in
          let day = toDo.day ?? toDo.rule?.first(from: today) ?? today
          var details = toDo.details
          if let rule = toDo.rule {
            details.recurrence = Recurrence(every: rule, from: day, due: details.due)
          }
          return try journal.add([details], on: day, at: now)[0]
        })
    case .editToDo(let id, let details, let day, let version):
      return try found(
        [edit(id, to: details, on: day, before.toDos[0], basedOn: version, in: journal)])
    case .rewordToDo(let id, let text):
      let old = before.toDos[0]
      var details = old.toDo.details
      details.content = tags.beforeChange(details.content)
      details.text = text
      return try found(
        [edit(id, to: details, on: nil, old, basedOn: old.toDo.version, in: journal)])
    case .finishToDos(let ids): return try found(journal.finish(ids, on: today, at: now))
    case .reopenToDos(let ids): return try found(journal.reopen(ids, at: now))
    case .moveToDos(let ids, let day):
      for toDo in before.toDos { try check(day, due: toDo.toDo.due) }
      return try found(journal.move(ids, to: day, at: now))
    case .changeTags(let ids, let added, let removed):
      return try zip(ids, before).map { id, old in
        // Of several texts, each loses the tags that it has.
        let own = old.text.tags
        let lost =
          ids.count == 1 ? removed : removed.filter { tag in own.contains { Tag.areSame($0, tag) } }
        guard let text = try changed(old.text, adding: added, removing: lost) else { return old }
        return try journal.edit(id, to: text, basedOn: old.version, at: now)
      }
    case .delete(let ids, let version):
      return try journal.delete(ids, basedOn: version, at: now)
    case .restore(let ids):
      for record in before where !record.isDeleted { throw notDeleted(record) }
      return try journal.restore(ids, at: now)
    case .restoreVersion(let id, let version):
      return try journal.restore([id], version: version, at: now)
    case .takeBack: return before
    }
  }

  private func notDeleted(_ record: FoundRecord) -> Explanation {
    let name = record.shortName
    return switch record {
    case .note:
      Explanation(
        .noteNotDeleted(id: name), hint: .tryCommand(command: "commitdiary notes history \(name)"),
        status: .usage)
    case .entry(let entry):
      Explanation(
        .entryNotDeleted(day: entry.day),
        hint: .tryCommand(command: "commitdiary diary history \(name)"), status: .usage)
    case .toDo: Explanation(.toDoNotDeleted(typed: name), status: .usage)
    }
  }

  // MARK: Texts

  private func append(
    _ paragraph: String, tags: [String], to day: Day, in journal: isolated Journal
  ) throws -> Entry {
    try journal.append(
      paragraph, tags: tags, toEntryOf: day, findingTags: app.settings.findsTags,
      dayEndsAt: app.clock.endOfDay, at: now)
  }

  /// Changes a to-do. Words of a new text may name its details; without other words, the text stays.
  private func edit(
    _ id: Identifier, to details: ToDo.Details, on typedDay: Day?, _ old: FoundToDo,
    basedOn version: Int, in journal: isolated Journal
  ) throws -> ToDo {
    var (details, day) = (details, typedDay)
    if details.text != old.toDo.text {
      let words = try ToDoWords(details, calendar: app.calendar)
      details = words.details
      day = words.day ?? day
      if details.text.isEmpty { details.text = old.toDo.text }
      if let rule = words.rule ?? (details.due == old.toDo.due ? nil : details.recurrence?.rule) {
        details.recurrence = Recurrence(every: rule, from: day ?? old.toDo.day, due: details.due)
      }
    }
    try check(day, due: details.due)
    return try journal.editToDo(
      id, to: complete(details), on: day, basedOn: version, at: now)
  }

  /// Refuses a day that was typed after the one on which the to-do is due.
  private func check(_ day: Day?, due: Day?) throws {
    guard let day, let due, day > due else { return }
    throw Explanation(.toDoDayAfterDue(day: day, due: due), status: .usage)
  }

  /// The text with other tags; `nil` if they are the same.
  private func changed(
    _ old: Text, adding added: [String], removing removed: [String]
  ) throws -> Text? {
    let all = try TagsInTexts.changed(old.tags, adding: added, removing: removed)
    // The tag that opens a text may be there in another way, and is set by hand now.
    guard all != old.tags || added.contains(where: { Tag.areSame($0, app.settings.publicTag) })
    else {
      return nil
    }
    var new = tags.beforeChange(old)
    new.tags = try TagsInTexts.changed(new.tags, adding: added, removing: removed)
    try tags.check(removing: removed, from: new)
    return tags.complete(new)
  }

  /// The details with the text as one line, and with the tags in it.
  private func complete(_ details: ToDo.Details) -> ToDo.Details {
    var details = details
    details.text = ToDo.line(details.text)
    details.content = tags.complete(details.content)
    return details
  }
}

extension ChangeService {
  /// Opens the editor on a text, and saves what is written.
  package func edit(_ text: EditedText) async throws -> ChangeResult {
    let result: ChangeResult
    switch text {
    case .entry(let day): result = try await app.entries.write(entryOf: day)
    case .note(let id):
      result = try await app.notes.edit(app.journal(for: .reading).note(id.text))
    case .newNote(let repository, let commit):
      let place = try await app.repositories.withRoot(
        app.repositories.locate(repository.name), for: .writing)
      // A commit that cannot be read now is known from the screen.
      let read = try? await app.repositories.commit(
        commit.sha, of: place, in: app.journal(for: .reading))
      if let finished = try await app.notes.finishDraft(on: place.repository, about: commit) {
        result = finished
      } else {
        result = try await app.notes.write(
          on: NoteSubject(place, commit: read ?? commit), text: Text(title: "", body: ""))
      }
    }
    await app.noteMirror.update(result.repositories)
    return result
  }
}
