import App
import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo add`: each argument is a to-do.
struct ToDoAdd: Command {
  var texts: [String] = []
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .toDoAddSummary, details: .toDoAddDetails,
    examples: [
      Example("todo add 'Write the tests' 'Ask about the cache'", .toDoAddExample),
      Example("todo add --day friday 'Tidy the branches'", .toDoAddExampleDay),
      Example("todo add - < list.txt", .toDoAddExampleLines),
    ],
    [
      .positional(
        "text", .oneOrMore, placeholder: .message(.placeholderText), help: .argumentToDoTexts
      ) { $0.texts.append($1) },
      .option("day", help: .optionToDoDay) { $0.day = $1 },
    ])

  func run(in app: App) async throws {
    let day = try app.listDay(day)
    var lines: [String] = []
    for text in texts { lines += try Self.lines(of: text, app.input) }
    // Nothing but empty lines is nothing, as one empty text is.
    guard !lines.isEmpty else { throw TextError.empty }
    let journal = try await app.journal(for: .writing)
    let added = try await journal.add(lines, on: day, at: app.clock.now)
    let isToday = day == app.clock.today
    try await app.report(added, in: journal, on: day, printsIDs: true) { name, toDo in
      isToday
        ? .toDoAdded(name: name, text: toDo.text)
        : .toDoAddedOn(name: name, day: day, text: toDo.text)
    }
  }

  /// The text itself, or the lines of standard input that have something on them.
  private static func lines(of text: String, _ input: TextInput) throws -> [String] {
    guard text == "-" else {
      guard !text.allSatisfy(\.isWhitespace) else { throw TextError.empty }
      return [ToDo.line(try TextInput.checked(text))]
    }
    return try input.read("-").split(whereSeparator: \.isNewline).map { ToDo.line($0) }
      .filter { !$0.isEmpty }
  }
}
