public import Diary
public import JSON
public import Journal
public import Records

/// The JSON of records of any kind.
public enum RecordJSON {
  /// What a command has changed or shows: one note or entry by itself, else a list.
  public static func records(
    _ records: [FoundRecord], of kind: RecordKind, on today: Day
  ) -> JSONValue {
    switch kind {
    case .note:
      let notes = records.notes
      return notes.count == 1 ? NoteJSON.note(notes[0].note) : NoteJSON.notes(notes)
    case .entry: return records.entry.map(EntryJSON.entry) ?? EntryJSON.entries([])
    case .toDo: return ToDoJSON.toDos(records.toDos.map(\.toDo), on: today)
    }
  }

  /// All versions of a record. A to-do has a text and no title or body.
  public static func versions(_ versions: [TextVersion], of record: FoundRecord) -> JSONValue {
    let list = versions.map { version in
      let text = version.text
      var members: [JSONValue.Member] = [.init("version", .integer(version.number))]
      switch record {
      case .toDo: members.append(.init("text", .string(text.body)))
      case .note, .entry:
        members += [
          .init("title", .string(text.title)), .init("body", .string(text.body)),
          .init("tags", .array(Tag.names(text.tags).map(JSONValue.string))),
        ]
      }
      if case .note(let found) = record {
        let commit = version.commit.map { NoteJSON.commit($0, of: found.note.repository) }
        members.append(.init("commit", commit ?? .null))
      }
      members.append(.init("savedAt", .string(version.savedAt.instant.description)))
      return JSONValue.object(members)
    }
    return ["versions": .array(list)]
  }
}
