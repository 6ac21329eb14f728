import Diary

/// A note as one text in an editor: the title on the first line, an empty line, the body; and below
/// the scissors what the writer may want to know, which is not kept.
enum Composition {
  /// As git has it, so that editors show what is below it as a comment.
  static let scissors = "# ------------------------ >8 ------------------------"

  static func text(of note: NoteText) -> String {
    if isWhole(note) || note.title.isEmpty { return note.body }
    return note.body.isEmpty ? note.title : "\(note.title)\n\n\(note.body)"
  }

  /// What the editor is given: the text, and under the scissors `remarks`.
  static func template(_ text: String, remarks: [String]) -> String {
    let comments = remarks.map { $0.isEmpty ? "#" : "# \($0)" }
    return text + (text.isEmpty ? "\n\n" : "\n\n")
      + ([scissors] + comments).joined(separator: "\n") + "\n"
  }

  /// What was written above the last pair of scissors, without the empty lines around it.
  static func written(in file: String) -> String {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.lastIndex { $0 == scissors } ?? lines.endIndex
    let written = lines[..<end].drop(while: isBlank)
    let count = written.lastIndex { !isBlank($0) }.map { $0 - written.startIndex + 1 } ?? 0
    return written.prefix(count).joined(separator: "\n")
  }

  /// The note in `text`; its shape is that of `old`, whose body may begin with its title.
  static func note(_ text: String, tags: [String], like old: NoteText? = nil) -> NoteText {
    if let old, isWhole(old) { return NoteText(title: title(of: text), body: text, tags: tags) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.dropFirst().drop(while: isBlank).joined(separator: "\n")
    return NoteText(title: title(of: text), body: body, tags: tags)
  }

  /// The first line that is not empty, for a text without a title of its own.
  static func title(of body: String) -> String {
    let line = body.split(whereSeparator: \.isNewline).first { !isBlank($0) }
    return line.map(trimmed) ?? ""
  }

  /// Whether the title is nothing but the first line of the body.
  static func isWhole(_ note: NoteText) -> Bool {
    !note.title.isEmpty && title(of: note.body) == note.title
  }

  /// The body without its first line, where that is shown as the title already.
  static func bodyBelowTitle(of note: NoteText) -> String {
    guard isWhole(note) else { return note.body }
    let lines = note.body.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop(while: isBlank).dropFirst().drop(while: isBlank).joined(separator: "\n")
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func trimmed(_ line: Substring) -> String {
    let start = line.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) }
    return String(start[..<(end ?? start.startIndex)])
  }
}
