import Diary
public import JSON
public import Journal
public import Localization
import Records
public import Terminal

extension [TagUse] {
  public var json: JSONValue {
    let list = map { use -> JSONValue in
      [
        "tag": .string(use.tag), "notes": .integer(use.texts.notes),
        "entries": .integer(use.texts.entries), "todos": .integer(use.texts.toDos),
        "lastUsed": .string(use.lastUsed.description),
      ]
    }
    return ["tags": .array(list)]
  }
}

extension ViewContext {
  /// Tags with the days on which they were last used and the numbers of texts. The numbers are never
  /// shortened: if they do not fit, they are on a line of their own.
  public func table(of tags: [TagUse]) -> Table {
    let counts = Table.Column(isFlexible: true, minimumWidth: .max)
    return Table(columns: [.whole, .whole, counts], count: tags.count) { index in
      let use = tags[index]
      return [
        StyledText(tags: [use.tag]), StyledText(shortDate(use.lastUsed), .day),
        StyledText(reader.enumeration(reader.counts(use.texts))),
      ]
    }
  }
}

extension RenamedTexts {
  /// `3 notes, 1 entry and 2 deleted items`
  public func words(in reader: Reader) -> String {
    let deleted = deleted > 0 ? [reader.say(.countDeletedItems(count: deleted))] : []
    return reader.list(reader.counts(texts) + deleted)
  }

  /// The result of a rename of a tag.
  public func json(from old: String, to new: String) -> JSONValue {
    [
      "from": .string(old), "to": .string(new), "notes": .integer(texts.notes),
      "entries": .integer(texts.entries), "todos": .integer(texts.toDos),
      "deleted": .integer(deleted), "merged": .bool(isMerged),
    ]
  }
}

extension Reader {
  /// `3 notes`, `1 entry`, `2 to-dos`; zero counts are left out.
  func counts(_ texts: RecordCounts) -> [String] {
    var words: [String] = []
    if texts.notes > 0 { words.append(say(.countNotes(count: texts.notes))) }
    if texts.entries > 0 { words.append(say(.countEntries(count: texts.entries))) }
    if texts.toDos > 0 { words.append(say(.countToDos(count: texts.toDos))) }
    return words
  }
}
