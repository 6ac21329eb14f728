import App
import Arguments
import Context
import Diary
import Journal
import Localization

/// `commitdiary todo add`: adds the words as one to-do, or several to-dos from arguments or lines.
struct ToDoAdd: Command {
  var words: [String] = []
  var takesEach = false
  var options = ToDoOptions()

  static let declaration = Declaration<Self>(
    .toDoAddSummary, details: .toDoAddDetails,
    examples: [
      Example("todo add Write the tests", .toDoAddExample),
      Example("todo add --due friday --priority A 'Answer the review'", .toDoAddExampleDue),
      Example("todo add --day monday --every week 'Plan the week'", .toDoAddExampleEvery),
      Example("todo add --each 'Write the tests' 'Ask about the cache'", .toDoAddExampleEach),
      Example("todo add < list.txt", .toDoAddExampleLines),
    ],
    [
      .positional("text", .any, placeholder: .message(.placeholderText), help: .argumentToDoWords) {
        $0.words.append($1)
      },
      .flag("each", help: .optionToDoEach) { $0.takesEach = true },
    ] + ToDoOptions.parameters(\.options))

  func run(in app: App) async throws {
    let day = try options.day.map { try app.listDay($0) }
    var known = NewToDo(
      try options.changed(ToDo.Details(text: ""), on: day ?? app.clock.today, in: app))
    known.rule = try options.rule(in: app)
    let toDos = try texts(app).map { text in
      var toDo = known
      toDo.details.text = text
      return toDo
    }
    // Input with only empty lines is an error, as an empty argument is.
    guard !toDos.isEmpty else { throw Explanation.textEmpty }
    try await app.makeAndReport(.addToDos(toDos, on: day))
  }

  private func texts(_ app: App) throws -> [String] {
    if words.isEmpty {
      guard !app.process.streams.isTerminal(.input) else { throw Explanation.toDoTextMissing }
      return try Self.lines(app.input)
    }
    if words == ["-"] { return try Self.lines(app.input) }
    guard takesEach else { return [words.joined(separator: " ")] }
    return try words.flatMap { try $0 == "-" ? Self.lines(app.input) : [$0] }
  }

  /// The lines of standard input that are not empty.
  private static func lines(_ input: TextInput) throws -> [String] {
    try input.read("-").split(whereSeparator: \.isNewline).map { ToDo.line($0) }
      .filter { !$0.isEmpty }
  }
}
