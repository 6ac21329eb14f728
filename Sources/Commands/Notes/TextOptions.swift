import App
import Diary
import Views

/// The options that set the text of a note.
struct TextOptions {
  var title: String?
  var body: String?
  var file: String?
  var tags: [String] = []

  /// The note that the options describe; `nil` if the editor has to be opened. A title alone is
  /// enough if the session is not interactive.
  func given(tags: [String], canAsk: Bool, from input: TextInput) throws -> NoteText? {
    let title = try title.map(TextInput.checked)
    if let body = try givenBody(from: input) {
      let text = NoteText(title: title ?? EditorText.title(of: body), body: body, tags: tags)
      return try Self.checked(text)
    }
    guard let title, !canAsk else { return nil }
    return try Self.checked(NoteText(title: title, body: "", tags: tags))
  }

  /// The body, unchanged.
  func givenBody(from input: TextInput) throws -> String? {
    if let body { return try TextInput.checked(body) }
    return try file.map(input.read)
  }

  /// Rejects a note that contains only white space.
  static func checked(_ text: NoteText) throws(TextError) -> NoteText {
    guard !(text.title.allSatisfy(\.isWhitespace) && text.body.allSatisfy(\.isWhitespace)) else {
      throw .empty
    }
    return text
  }
}
