import Diary
public import JSON
public import Journal
public import Localization
import Records
public import Terminal

/// Tags with the days on which they were last used and the numbers of texts.
public struct TagUseList: Sendable {
  public let tags: [TagUse]
  public let context: ViewContext

  public init(tags: [TagUse], context: ViewContext) {
    self.tags = tags
    self.context = context
  }

  public var json: JSONValue {
    let list = tags.map { use -> JSONValue in
      [
        "tag": .string(use.tag), "notes": .integer(use.texts.notes),
        "entries": .integer(use.texts.entries), "todos": .integer(use.texts.toDos),
        "lastUsed": .string(use.lastUsed.description),
      ]
    }
    return ["tags": .array(list)]
  }

  /// The numbers are never shortened: if they do not fit, they are on a line of their own.
  public var table: Table {
    let counts = Table.Column(isFlexible: true, minimumWidth: .max)
    return Table(columns: [.whole, .whole, counts], count: tags.count) { index in
      let use = tags[index]
      let numbers = context.reader.counts(use.texts)
      return [
        NoteList.tags([use.tag]), StyledText(context.shortDate(use.lastUsed), .day),
        StyledText(context.reader.enumeration(numbers)),
      ]
    }
  }
}

/// The result of a rename of a tag.
public enum TagRenameView {
  /// `3 notes, 1 entry and 2 deleted texts`
  public static func texts(_ texts: RenamedTexts, _ reader: Reader) -> String {
    let deleted =
      texts.deleted > 0 ? [reader.say(.tagsDeletedTexts(count: texts.deleted))] : []
    return reader.list(
      reader.counts(texts.texts) + deleted)
  }

  public static func json(_ old: String, to new: String, _ texts: RenamedTexts) -> JSONValue {
    [
      "from": .string(old), "to": .string(new), "notes": .integer(texts.texts.notes),
      "entries": .integer(texts.texts.entries), "todos": .integer(texts.texts.toDos),
      "deleted": .integer(texts.deleted), "merged": .bool(texts.isMerged),
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
