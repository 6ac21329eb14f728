package import Diary
package import Git
package import Journal
package import Records

/// A change of notes, entries or to-dos, with all that is known about it.
///
/// Commands and `browse` make these values, and `ChangeService` carries them out. Tags are those
/// that are set by hand; the tags that are written in a text are added when it is saved.
package enum DiaryChange: Hashable, Sendable {
  case addNote(Text, on: NoteSubject)
  /// A text that was made from this version.
  case editNote(Identifier, to: Text, basedOn: Int)
  /// The revision is looked up in the repository that was named, else in that of the note. `none`
  /// makes the note one on the repository.
  case moveNote(Identifier, toRevision: String, of: String? = nil)

  /// A text that was made from this version; `nil` if there was no entry. An empty text deletes the
  /// entry.
  case writeEntry(Text, on: Day, basedOn: Int?)
  /// A text in place of the current one, and tags to add.
  case replaceEntry(Text, on: Day)
  /// A paragraph to append to the current text, and tags to add.
  case addToEntry(String, on: Day, tags: [String])
  /// The same with the time, if there is one, in front of the paragraph.
  case jot(String, at: DayAndTime, tags: [String] = [])

  /// On the day that was named, else today or, if it recurs on certain days, on the first of them. As
  /// in the other texts of to-dos, words such as `due:friday` are read.
  case addToDos([NewToDo], on: Day?)
  /// Details that were made from this version, and another day from which it is on the list.
  case editToDo(Identifier, to: ToDo.Details, on: Day? = nil, basedOn: Int)
  case rewordToDo(Identifier, to: String)
  case finishToDos([Identifier])
  case reopenToDos([Identifier])
  case moveToDos([Identifier], to: Day)

  case changeTags([RecordID], adding: [String], removing: [String])
  /// With a version, only if the entry still has it.
  case delete([RecordID], basedOn: Int? = nil)
  case restore([RecordID])
  /// Makes an earlier version of a record the newest one.
  case restoreVersion(RecordID, Int)
  /// Takes back the last change, or makes it again.
  case takeBack(Journal.Direction)
}

extension DiaryChange {
  /// The records that the change names.
  package var records: [RecordID] {
    switch self {
    case .editNote(let id, _, _), .moveNote(let id, _, _): [.note(id)]
    case .writeEntry(_, let day, _), .replaceEntry(_, let day), .addToEntry(_, let day, _):
      [.entry(day)]
    case .jot(_, let moment, _): [.entry(moment.day)]
    case .editToDo(let id, _, _, _), .rewordToDo(let id, _): [.toDo(id)]
    case .finishToDos(let ids), .reopenToDos(let ids), .moveToDos(let ids, _):
      ids.map { .toDo($0) }
    case .restoreVersion(let record, _): [record]
    case .changeTags(let records, _, _), .delete(let records, _), .restore(let records): records
    case .addNote, .addToDos, .takeBack: []
    }
  }
}

extension DiaryChange {
  /// The command that makes the change.
  ///
  /// - Parameter shortIDs: the short ids that are known. Other records have their whole ids.
  package func words(_ shortIDs: [Identifier: String] = [:]) -> [String] {
    let names = records.map { record in
      switch record {
      case .note(let id), .toDo(let id): shortIDs[id] ?? id.text
      case .entry: record.name
      }
    }
    let group =
      switch records.first?.kind {
      case .note?: "notes"
      case .entry?: "diary"
      case .toDo?, nil: "todo"
      }
    func command(_ verb: String, _ rest: String...) -> [String] { [group, verb] + names + rest }
    func options(_ option: String, _ values: [String]) -> [String] {
      values.flatMap { [option, $0] }
    }
    return switch self {
    // The text is written in the editor.
    case .addNote(_, let subject):
      ["notes", "add", "--repo", subject.place.repository.name]
        + options("--commit", subject.place.commit.map { [$0.sha] } ?? [])
    case .editNote: command("edit")
    case .writeEntry: command("write")
    case .moveNote(_, let revision, let repository):
      command("move") + options("--repo", repository.map { [$0] } ?? []) + ["--", revision]
    case .replaceEntry(let text, _): command("write", "--replace", "--body", text.written)
    case .addToEntry(let text, _, let tags):
      command("write", "--body", text) + options("--tag", tags)
    case .jot(let text, let moment, let tags):
      ["jot"] + options("--at", moment.time == nil ? ["\(moment.day)"] : [])
        + options("--tag", tags) + ["--", text]
    case .addToDos(let toDos, let day):
      ["todo", "add"] + options("--day", day.map { ["\($0)"] } ?? [])
        + (toDos.count > 1 ? ["--each"] : []) + ["--"] + toDos.map(\.text)
    case .editToDo(_, let details, let day, _):
      command("edit") + options("--day", day.map { ["\($0)"] } ?? []) + [
        "--due", details.due.map { "\($0)" } ?? "none",
        "--priority", details.priority?.letter ?? "none",
        "--every", details.recurrence.map { "\($0.rule)" } ?? "none", "--", details.text,
      ]
    case .rewordToDo(_, let text): command("edit", "--", text)
    case .finishToDos: command("done")
    case .reopenToDos: command("reopen")
    case .moveToDos(_, let day): command("move", "--to", "\(day)")
    case .changeTags(_, let added, let removed):
      command("edit") + options("--tag", added) + options("--untag", removed)
    case .delete: command("delete") + (group == "todo" ? [] : ["--yes"])
    case .restore: command("restore")
    case .restoreVersion(_, let version): command("restore", "--version", "\(version)")
    case .takeBack(let direction): [direction == .undo ? "undo" : "redo"]
    }
  }

  /// The commands that make the change one after the other: tags are changed text by text, and texts
  /// are deleted kind by kind.
  package func commands(_ shortIDs: [Identifier: String] = [:]) -> [[String]] {
    switch self {
    case .changeTags(let records, let added, let removed):
      return records.map { record in
        DiaryChange.changeTags([record], adding: added, removing: removed).words(shortIDs)
      }
    case .delete(let records, let version):
      let kinds = Dictionary(grouping: records, by: \.kind).values
      return kinds.sorted { $0[0].name < $1[0].name }
        .map { DiaryChange.delete($0, basedOn: version).words(shortIDs) }
    default: return [words(shortIDs)]
    }
  }

  /// The words of the command that say what it does, for the log of changes: `notes delete`.
  package var name: String {
    let words = words()
    return words[0] == "jot" ? words[0] : words.prefix(2).joined(separator: " ")
  }
}

/// What a change has done.
package struct ChangeResult: Sendable {
  package let change: DiaryChange
  /// The records after the change, deleted ones too.
  package var records: [FoundRecord]
  /// The to-dos that were done before they should be.
  package var doneBefore: Set<Identifier> = []
  /// The next occurrences of to-dos that were done.
  package var nextToDos: [ToDo] = []
  /// The repositories of the notes, before the change too.
  package var repositories: [Repository] = []
  /// Whether anything is different now.
  package var isChanged = false
  /// The change that was taken back or made again.
  package var logged: LoggedChange?

  package init(change: DiaryChange, records: [FoundRecord]) {
    self.change = change
    self.records = records
  }
}

/// A repository and its local clone, if there is one.
package struct LocatedRepository: Sendable {
  /// Without the oldest commit until `withRoot` has determined it, or if it is not needed.
  package var key: RepositoryKey
  package var clone: Clone?

  /// - Parameter path: the path of the clone.
  package init(_ repository: Repository, clone: Clone? = nil, at path: String? = nil) {
    key = RepositoryKey(repository, previousName: repository.name == path ? nil : path)
    self.clone = clone
  }

  init(_ key: RepositoryKey, clone: Clone?) {
    self.key = key
    self.clone = clone
  }

  package var repository: Repository { key.repository }
}

/// What a new note is about, and where it is written.
package struct NoteSubject: Hashable, Sendable {
  package var place: NotePlace
  /// The clone in which the note is written.
  package var clone: Clone?
  /// The commit of the note is the next one after this.
  package var position: WorkPosition?

  package init(_ located: LocatedRepository, commit: Commit?) {
    self.init(NotePlace(located.key, commit: commit), in: located.clone)
  }

  package init(_ place: NotePlace, in clone: Clone? = nil) {
    self.place = place
    self.clone = clone
  }

  package var located: LocatedRepository { LocatedRepository(place.key, clone: clone) }
}
