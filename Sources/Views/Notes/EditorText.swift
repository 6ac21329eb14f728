public import Diary

/// A note as one text in an editor: the title on the first line, an empty line, the body; and below
/// the scissors what the writer may want to know, which is not kept.
public enum EditorText {
  /// As git has it, so that editors show what is below it as a comment.
  public static let scissors = "# ------------------------ >8 ------------------------"

  public static func text(of note: NoteText) -> String {
    if isWhole(note) || note.title.isEmpty { return note.body }
    return note.body.isEmpty ? note.title : "\(note.title)\n\n\(note.body)"
  }

  /// What the editor is given: the text, and under the scissors `remarks`.
  public static func template(_ text: String, remarks: [String]) -> String {
    let comments = remarks.map { $0.isEmpty ? "#" : "# \($0)" }
    return text + (text.isEmpty ? "\n\n" : "\n\n")
      + ([scissors] + comments).joined(separator: "\n") + "\n"
  }

  /// What was written above the last pair of scissors, without the empty lines around it. Line
  /// breaks stay as the editor wrote them.
  ///
  /// Where something other than remarks stands below them, the scissors are the writer's own, or the
  /// writer has gone on below ours: then nothing is cut off.
  public static func written(in file: String) -> String {
    let lines = lines(of: file)
    let cut = lines.lastIndex { $0 == scissors } ?? lines.endIndex
    let isOurs = lines[cut...].allSatisfy { $0.isBlank || $0.first == "#" }
    let end = isOurs ? cut : lines.endIndex
    let written = lines[..<end].drop(while: \.isBlank)
    guard let first = written.first, let last = written.last(where: { !$0.isBlank }) else {
      return ""
    }
    return String(file[first.startIndex..<last.endIndex])
  }

  /// The note in `text`; its shape is that of `old`, whose body may begin with its title.
  public static func note(_ text: String, tags: [String], like old: NoteText? = nil) -> NoteText {
    if let old, isWhole(old) { return NoteText(title: title(of: text), body: text, tags: tags) }
    return NoteText(title: title(of: text), body: belowTitle(of: text), tags: tags)
  }

  /// What stands below the line that is the title of `text`, and below the empty lines behind it.
  private static func belowTitle(of text: String) -> String {
    let below = lines(of: text).drop(while: \.isBlank).dropFirst().drop(while: \.isBlank)
    return below.first.map { String(text[$0.startIndex...]) } ?? ""
  }

  /// The first line that is not empty, for a text without a title of its own.
  public static func title(of body: String) -> String {
    lines(of: body).first { !$0.isBlank }.map { String($0.trimmed) } ?? ""
  }

  /// Whether the title is nothing but the first line of the body.
  public static func isWhole(_ note: NoteText) -> Bool {
    !note.title.isEmpty && title(of: note.body) == note.title
  }

  /// The body without its first line, where that is shown as the title already.
  static func bodyBelowTitle(of note: NoteText) -> String {
    isWhole(note) ? belowTitle(of: note.body) : note.body
  }

  /// Without their breaks; `\r\n` is one of those, and one letter.
  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
