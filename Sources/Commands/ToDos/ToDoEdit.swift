import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo edit`: another text; the earlier one is kept.
struct ToDoEdit: Command {
  var typed = ""
  var text = ""
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .toDoEditSummary,
    examples: [Example("todo edit 2 'Ask about the other cache'", .toDoEditExample)],
    [
      .positional(
        "todo", placeholder: .message(.placeholderToDo), help: .argumentToDo, completion: .toDos
      ) { $0.typed = $1 },
      .positional("text", placeholder: .message(.placeholderText), help: .argumentToDoText) {
        $0.text = $1
      },
      .option("day", help: .optionToDoDay) { $0.day = $1 },
    ])

  func run(in app: App) async throws {
    guard !text.allSatisfy(\.isWhitespace) else { throw TextError.empty }
    let text = ToDo.line(try TextInput.checked(text))
    let journal = try await app.journal(for: .writing)
    let day = try app.listDay(day)
    let old = try await journal.toDo(typed, on: day).toDo
    let isSame = text.utf8.elementsEqual(old.text.utf8)
    let new =
      isSame
      ? old
      : try await journal.editToDo(
        old.id, to: text, basedOn: old.version, at: app.clock.now)
    if isSame, !app.options.wantsJSON { return app.output.note(.toDoUnchanged) }
    try await app.report([new], in: journal, on: day) {
      .toDoChanged(name: $0, text: $1.text)
    }
  }
}
