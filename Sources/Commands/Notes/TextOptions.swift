import App
import Diary
import Views

/// The text of a note as options give it.
struct TextOptions {
  var title: String?
  var body: String?
  var file: String?
  var tags: [String] = []

  /// The note that the options hold by themselves; `nil` where somebody has yet to write it. A
  /// title alone is a note where there is nobody to ask for more.
  func given(tags: [String], canAsk: Bool, from input: TextInput) throws -> NoteText? {
    let title = try title.map(TextInput.checked)
    if let body = try givenBody(from: input) {
      let text = NoteText(title: title ?? EditorText.title(of: body), body: body, tags: tags)
      return try Self.checked(text)
    }
    guard let title, !canAsk else { return nil }
    return try Self.checked(NoteText(title: title, body: "", tags: tags))
  }

  /// The body, kept to the letter.
  func givenBody(from input: TextInput) throws -> String? {
    if let body { return try TextInput.checked(body) }
    return try file.map(input.read)
  }

  /// Nothing but white space is not a note.
  static func checked(_ text: NoteText) throws(TextError) -> NoteText {
    guard !(text.title.allSatisfy(\.isWhitespace) && text.body.allSatisfy(\.isWhitespace)) else {
      throw .empty
    }
    return text
  }
}
