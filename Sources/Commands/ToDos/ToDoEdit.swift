import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary todo edit`: changes the text of a to-do, its dates, priority or tags. The earlier text
/// is kept.
struct ToDoEdit: Command {
  var typed = ""
  var words: [String] = []
  var options = ToDoOptions()

  static let declaration = Declaration<Self>(
    .toDoEditSummary, details: .toDoEditDetails,
    examples: [
      Example("todo edit 2 Ask about the other cache", .toDoEditExample),
      Example("todo edit 2 --due tomorrow --priority none", .toDoEditExampleDue),
    ],
    [
      .positional(
        "todo", placeholder: .message(.placeholderToDo), help: .argumentToDo, completion: .toDos
      ) { $0.typed = $1 },
      .positional("text", .any, placeholder: .message(.placeholderText), help: .optionNewText) {
        $0.words.append($1)
      },
    ] + ToDoOptions.parameters(\.options) + [
      .option("untag", help: .optionUntag, arity: .repeated, completion: .tags) {
        $0.options.untags.append($1)
      }
    ])

  func run(in app: App) async throws {
    let text = words.joined(separator: " ")
    guard !words.isEmpty || !options.isEmpty else { throw Explanation.toDoTextMissing }
    guard words.isEmpty || !text.allSatisfy(\.isWhitespace) else { throw Explanation.textEmpty }
    let journal = try await app.journal(for: .writing)
    let old = try await app.toDoSelection([typed]).single(in: journal).toDo
    if words.isEmpty, options.hasOnlyTags {
      return try await app.makeAndReport(
        .changeTags(.toDo(old.id), adding: options.tags, removing: options.untags))
    }
    var details = old.details
    details.content = app.tagsInTexts.beforeChange(details.content)
    let day = try options.day.map { try app.listDay($0) }
    details = try options.changed(details, on: day ?? old.day, in: app)
    if !words.isEmpty { details.text = text }
    try app.tagsInTexts.check(removing: options.untags, from: details.content)
    try await app.makeAndReport(
      .editToDo(old.id, to: details, on: day, basedOn: old.version))
  }
}
