import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary notes edit`: changes a note in the editor, or with options.
struct NotesEdit: Command {
  var id = ""
  var text = TextOptions()

  static let declaration = Declaration<Self>(
    .notesEditSummary, details: .notesEditDetails,
    examples: [
      Example("notes edit 7kq2"),
      Example("notes edit 7kq2 --tag perf --untag draft"),
    ],
    exclusive: [["body", "file"]],
    terminal: .editor { !$0.text.isEmpty },
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 }
    ]
      + TextOptions.parameters(
        \.text, title: .optionNewTitle, body: .optionNewText, tag: .optionTag)
      + [TextOptions.untagParameter(\.text)])

  func run(in app: App) async throws {
    let old = try await app.journal(for: .writing).note(id)
    guard text.isEmpty else { return try await app.makeAndReport(change(of: old.note, app)) }
    guard app.prompts.isInteractive else {
      throw Explanation.textMissing(in: "commitdiary notes edit")
    }
    try await app.report(app.notes.edit(old))
  }

  private func change(of old: Note, _ app: App) throws -> DiaryChange {
    if text.title == nil, text.body == nil, text.file == nil {
      return .changeTags([.note(old.id)], adding: text.tags, removing: text.untags)
    }
    let new = try TextOptions.checked(
      text.changed(app.tagsInTexts.beforeChange(old.text), from: app.input))
    try app.tagsInTexts.check(removing: text.untags, from: new)
    return .editNote(old.id, to: new, basedOn: old.version)
  }
}

/// `commitdiary notes move`: moves a note to another commit, or to none.
struct NotesMove: Command {
  var id = ""
  var commit = ""
  var repository: String?

  static let declaration = Declaration<Self>(
    .notesMoveSummary, details: .notesMoveDetails,
    examples: [
      Example("notes move 7kq2 HEAD"),
      Example("notes move 7kq2 3fa9c01 --repo octocat/hello"),
      Example("notes move 7kq2 none"),
    ],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 },
      .positional(
        "commit", placeholder: .message(.placeholderCommit), help: .argumentNewCommit,
        completion: .commits
      ) { $0.commit = $1 },
      .option("repo", help: .optionMoveRepository, completion: .repositories) {
        $0.repository = $1
      },
    ])

  func run(in app: App) async throws {
    let note = try await app.journal(for: .writing).note(id).note
    try await app.makeAndReport(.moveNote(note.id, toRevision: commit, of: repository))
  }
}

/// The options that set the text of a note.
struct TextOptions {
  var title: String?
  var body: String?
  var file: String?
  var tags: [String] = []
  /// Tags to remove from an existing note.
  var untags: [String] = []

  /// The options that `notes add` and `notes edit` share, with the descriptions that differ.
  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, TextOptions> & Sendable, title: Message, body: Message,
    tag: Message
  ) -> [Parameter<Options>] {
    [
      .option("title", short: "t", help: title) { $0[keyPath: path].title = $1 },
      .option("body", short: "b", help: body) { $0[keyPath: path].body = $1 },
      .option(
        "file", short: "F", placeholder: .message(.placeholderFile), help: .optionFile,
        completion: .files
      ) { $0[keyPath: path].file = $1 },
      tagParameter(path, help: tag),
    ]
  }

  static func tagParameter<Options>(
    _ path: any WritableKeyPath<Options, TextOptions> & Sendable, help: Message
  ) -> Parameter<Options> {
    .tag(help) { $0[keyPath: path].tags.append($1) }
  }

  static func untagParameter<Options>(
    _ path: any WritableKeyPath<Options, TextOptions> & Sendable
  ) -> Parameter<Options> {
    .option("untag", help: .optionUntag, arity: .repeated, completion: .tags) {
      $0[keyPath: path].untags.append($1)
    }
  }

  var isEmpty: Bool {
    title == nil && body == nil && file == nil && tags.isEmpty && untags.isEmpty
  }

  /// A new note as the options describe it, without its body.
  func withoutBody() throws -> Text {
    Text(title: title ?? "", body: "", tags: try TextInput.tags(tags))
  }

  /// The note that the options describe; `nil` if the editor has to be opened. A title alone is
  /// enough if the session is not interactive.
  ///
  /// - Parameter known: the note without its body.
  func given(_ known: Text, canAsk: Bool, from input: TextInput) throws -> Text? {
    var text = known
    if let title { text.title = try TextInput.checked(title) }
    if let body = try givenBody(from: input) {
      if title == nil { text.title = body.firstLine }
      text.body = body
      return try Self.checked(text)
    }
    guard title != nil, !canAsk else { return nil }
    return try Self.checked(text)
  }

  /// The note `old` as the options change it.
  func changed(_ old: Text, from input: TextInput) throws -> Text {
    var new = old
    if let body = try givenBody(from: input) {
      new.body = body
      // If the title was the first line of the old body, it is the first line of the new one.
      if old.hasTitleInBody || old.title.isEmpty { new.title = body.firstLine }
    }
    if let title { new.title = try TextInput.checked(title) }
    new.tags = try changed(old.tags)
    return new
  }

  /// The tags `old` as the options change them.
  func changed(_ old: [String]) throws -> [String] {
    try TagsInTexts.changed(old, adding: tags, removing: untags)
  }

  /// The body, unchanged.
  func givenBody(from input: TextInput) throws -> String? {
    if let body { return try TextInput.checked(body) }
    return try file.map(input.read)
  }

  /// Rejects a note that contains only white space.
  static func checked(_ text: Text) throws(Explanation) -> Text {
    guard !(text.title.allSatisfy(\.isWhitespace) && text.body.allSatisfy(\.isWhitespace)) else {
      throw .textEmpty
    }
    return text
  }
}
