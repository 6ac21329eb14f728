public import Diary

/// The text of a note or an entry in an editor: the title on the first line, an empty line and the
/// body. Remarks for the user follow below a scissors line; they are not saved.
public enum EditorText {
  /// The same line as in git, so that editors highlight what is below it as a comment.
  static let scissors = "# ------------------------ >8 ------------------------"

  public static func text(of note: Text) -> String {
    if note.hasTitleInBody || note.title.isEmpty { return note.body }
    return note.body.isEmpty ? note.title : "\(note.title)\n\n\(note.body)"
  }

  /// The file that the editor opens: the text, the scissors line and the remarks.
  public static func template(_ text: String, remarks: [String]) -> String {
    let comments = remarks.map { remark in
      let comment = remark.isEmpty ? "#" : "# \(remark)"
      // A remark that looks like the scissors line would be taken for it.
      return comment == scissors ? "#  \(remark)" : comment
    }
    return text + "\n\n" + ([scissors] + comments).joined(separator: "\n") + "\n"
  }

  /// Whether a text is that with which the editor was opened, but for white space.
  public static func isUntouched(_ written: String, from original: String) -> Bool {
    let opened = self.written(in: original)
    return !opened.isEmpty
      && written.split(whereSeparator: \.isWhitespace)
        == opened.split(whereSeparator: \.isWhitespace)
  }

  /// The text above the last scissors line, without surrounding empty lines. Line breaks remain as
  /// the editor wrote them.
  ///
  /// Text that was added below the remarks of `original` follows it as a paragraph. If these remarks
  /// are not in the file, and anything other than remarks is below the line, the user has typed the
  /// line. The whole text is then kept.
  ///
  /// - Parameter original: The file as the editor opened it.
  public static func written(in file: String, opened original: String = "") -> String {
    let lines = file.lines
    let cut = lines.lastIndex { $0 == scissors } ?? lines.endIndex
    if lines[cut...].allSatisfy({ $0.isBlank || $0.first == "#" }) {
      return withoutBlankEdges(lines[..<cut], of: file)
    }
    guard let remarks = remarks(of: original, in: lines) else {
      return withoutBlankEdges(lines[...], of: file)
    }
    return [lines[..<remarks.lowerBound], lines[remarks.upperBound...]]
      .map { withoutBlankEdges($0, of: file) }
      .filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// The place of the scissors line and the remarks of `original` in the lines of a file.
  private static func remarks(of original: String, in lines: [Substring]) -> Range<Int>? {
    let opened = original.lines
    guard let cut = opened.lastIndex(where: { $0 == scissors }) else { return nil }
    let remarks = opened[cut...].prefix { $0.first == "#" }
    return lines.indices.last { lines[$0...].starts(with: remarks) }
      .map { $0..<$0 + remarks.count }
  }

  private static func withoutBlankEdges(_ lines: ArraySlice<Substring>, of file: String) -> String {
    guard let first = lines.first, let last = lines.last else { return "" }
    return String(file[first.startIndex..<last.endIndex].withoutBlankLines)
  }

  /// A place in a file. Lines and columns are counted from 1.
  public struct Position: Hashable, Sendable {
    public var line: Int
    public var column: Int
  }

  /// The place after the last character of the text; `nil` if there is none.
  public static func end(of file: String) -> Position? {
    let written = written(in: file)
    guard !written.isEmpty else { return nil }
    let blank = file.lines.prefix(while: \.isBlank).count
    let text = written.lines
    return Position(line: blank + text.count, column: (text.last?.count ?? 0) + 1)
  }

  /// The note in `text`, with everything that is not in the editor from `old`. If the body of `old`
  /// began with its title, that of the new note does too.
  public static func note(_ text: String, from old: Text) -> Text {
    var note = old
    note.title = text.firstLine
    note.body = old.hasTitleInBody ? text : belowTitle(of: text)
    return note
  }

  /// The text below the title and the empty lines after it.
  private static func belowTitle(of text: String) -> String {
    var below = text.drop(while: \.isWhitespace).drop { !$0.isNewline }.dropFirst()
    // The first line of the body may be indented.
    while let end = below.firstIndex(where: \.isNewline), below[..<end].isBlank {
      below = below[end...].dropFirst()
    }
    return below.isBlank ? "" : String(below)
  }

  /// The body without its first line, if that line is the title.
  public static func bodyBelowTitle(of note: Text) -> String {
    note.hasTitleInBody ? belowTitle(of: note.body) : note.body
  }
}
