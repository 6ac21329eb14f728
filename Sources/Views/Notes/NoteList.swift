public import Diary
public import Journal
import Localization
public import Terminal

/// Notes as a table with one line each. The date is never shortened.
public struct NoteList: Sendable {
  public let notes: [NoteSummary]
  public let context: ViewContext

  public init(notes: [NoteSummary], context: ViewContext) {
    self.notes = notes
    self.context = context
  }

  public var table: Table {
    // The repository is shown only if the notes are in more than one.
    let showsRepository = notes.contains { $0.repository != notes[0].repository }
    return Table(
      columns: [.whole, .whole, .whole, .main, .flexible, .flexible], count: notes.count
    ) { index in
      let note = notes[index]
      return [
        StyledText(note.shortID, .id),
        StyledText(context.shortDate(note.day), .day),
        StyledText(Self.hasRoomForCommits(context.screen) ? note.commit ?? "" : "", .remark),
        StyledText(note.title),
        note.needsLook ? context.lookMark : Self.tags(note.tags, notIn: note.title),
        showsRepository ? StyledText(note.repository.shortName, .repository) : "",
      ]
    }
  }

  /// On a narrow screen the column of commits is left out in favor of the title.
  private static func hasRoomForCommits(_ screen: Screen) -> Bool {
    screen.width(orElse: .max) >= 72
  }

  public static func commit(of note: Note, on screen: Screen) -> String {
    hasRoomForCommits(screen) ? note.currentCommit?.shortSHA ?? "" : ""
  }

  public static func title(of note: Note) -> String {
    note.text.title.isEmpty ? note.text.body.firstLine : note.text.title
  }

  public static func tags(_ tags: [String]) -> StyledText {
    Tag.names(tags).map { StyledText("#\($0)", .tag) }.joined(separator: " ")
  }

  /// The tags that are not written in a text that is shown beside them.
  static func tags(_ tags: [String], notIn text: String) -> StyledText {
    self.tags(Tag.names(tags, notIn: text))
  }
}
