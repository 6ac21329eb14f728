import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo edit`: changes the text of a to-do, its dates, priority or tags. The earlier text
/// is kept.
struct ToDoEdit: Command {
  var typed = ""
  var words: [String] = []
  var day: DayArgument?
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
      .option("day", help: .optionToDoDay) { $0.day = $1 },
    ] + ToDoOptions.parameters(\.options) + [
      .option("untag", help: .optionUntag, arity: .repeated, completion: .tags) {
        $0.options.untags.append($1)
      }
    ])

  func run(in app: App) async throws {
    let text = words.joined(separator: " ")
    guard !words.isEmpty || !options.isEmpty else { throw UsageError.toDoTextMissing }
    guard words.isEmpty || !text.allSatisfy(\.isWhitespace) else { throw TextError.empty }
    let line = ToDo.line(try TextInput.checked(text))
    let journal = try await app.journal(for: .writing)
    let day = try app.listDay(day)
    let old = try await app.toDoSelection([typed], on: day).single(in: journal).toDo
    var details = try options.changed(old.details, on: old.day, in: app)
    if !words.isEmpty { details.text = line }
    let isSame = details.isIdentical(to: old.details)
    var new = old
    if !isSame {
      details.tags = try options.changed(app.tagsInTexts.beforeChange(old.details).tags)
      try app.tagsInTexts.check(removing: options.untags, from: details)
      new = try await journal.editToDo(
        old.id, to: app.tagsInTexts.complete(details), basedOn: old.version, at: app.clock.now)
    }
    if isSame, !app.options.wantsJSON { return app.output.note(.nothingChanged) }
    try await app.report([new], in: journal, on: day) {
      .toDoChanged(name: $0, text: $1.text)
    }
  }
}
