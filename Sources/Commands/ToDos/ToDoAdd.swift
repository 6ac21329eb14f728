import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary todo add`: adds the words as one to-do, or several to-dos from arguments or lines.
struct ToDoAdd: Command {
  var words: [String] = []
  var takesEach = false
  var options = ToDoOptions()

  static let declaration = Declaration<Self>(
    .toDoAddSummary, details: .toDoAddDetails,
    examples: [
      Example("todo add Write the tests"),
      Example("todo add --due friday --priority A 'Answer the review'"),
      Example("todo add --day monday --every week 'Plan the week'"),
      Example("todo add --each 'Write the tests' 'Ask about the cache'", .toDoAddExampleEach),
      Example("todo add < list.txt"),
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

/// `commitdiary todo edit`: changes the text of a to-do, its dates, priority or tags. The earlier text
/// is kept.
struct ToDoEdit: Command {
  var typed = ""
  var words: [String] = []
  var options = ToDoOptions()

  static let declaration = Declaration<Self>(
    .toDoEditSummary, details: .toDoEditDetails,
    examples: [
      Example("todo edit 2 Ask about the other cache"),
      Example("todo edit 2 --due tomorrow --priority none"),
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
    guard !words.isEmpty || !options.isEmpty else {
      throw Explanation(.toDoTextMissing, hint: .toDoChangeMissingHint, status: .usage)
    }
    guard words.isEmpty || !text.allSatisfy(\.isWhitespace) else { throw Explanation.textEmpty }
    let journal = try await app.journal(for: .writing)
    let old = try await app.toDoSelection([typed]).single(in: journal).toDo
    if words.isEmpty, options.hasOnlyTags {
      return try await app.makeAndReport(
        .changeTags([.toDo(old.id)], adding: options.tags, removing: options.untags))
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

/// The options of a to-do besides its text. The value `none` removes it from an existing to-do.
struct ToDoOptions {
  /// The day from which it is on the list.
  var day: DayArgument?
  var due: DayArgument?
  var priority: PriorityArgument?
  var every: RuleArgument?
  var tags: [String] = []
  /// Tags to remove from an existing to-do.
  var untags: [String] = []

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, ToDoOptions> & Sendable
  ) -> [Parameter<Options>] {
    [
      .option("day", help: .optionToDoDay) { $0[keyPath: path].day = $1 },
      .option("due", help: .optionToDoDue) { $0[keyPath: path].due = $1 },
      .option("priority", short: "p", help: .optionToDoPriority) {
        $0[keyPath: path].priority = $1
      },
      .option("every", help: .optionToDoEvery) { $0[keyPath: path].every = $1 },
      .tag(.optionTag) { $0[keyPath: path].tags.append($1) },
    ]
  }

  var isEmpty: Bool { hasOnlyTags && tags.isEmpty && untags.isEmpty }
  var hasOnlyTags: Bool { day == nil && due == nil && priority == nil && every == nil }

  /// The details of a to-do with these options.
  ///
  /// - Parameter day: the day from which it is on the list, the first one of a new recurrence.
  func changed(_ old: ToDo.Details, on day: Day, in app: App) throws -> ToDo.Details {
    var new = old
    if let due { new.due = due.text == "none" ? nil : try app.listDay(due) }
    if let priority { new.priority = priority.value }
    // The following due dates are counted from a new one.
    if every != nil || new.due != old.due {
      let rule = try every == nil ? old.recurrence?.rule : rule(in: app)
      new.recurrence = rule.map { Recurrence(every: $0, from: day, due: new.due) }
    }
    new.tags = try changed(old.tags)
    return new
  }

  /// The rule that was typed; `nil` for `none`, too.
  func rule(in app: App) throws -> Recurrence.Rule? {
    guard let every, every.text != "none" else { return nil }
    guard let rule = Recurrence.Rule(every.text, reader: app.reader) else {
      throw Explanation(.toDoEveryBad(typed: every.text), hint: .toDoEveryHint, status: .usage)
    }
    return rule
  }

  /// The tags `old` as the options change them.
  func changed(_ old: [String]) throws -> [String] {
    try TagsInTexts.changed(old, adding: tags, removing: untags)
  }
}

/// A priority, or `none`.
struct PriorityArgument: ArgumentValue {
  var value: ToDo.Priority?

  init(argument: String) throws(ArgumentProblem) {
    guard argument != "none" else { return }
    let letter = argument.uppercased()
    guard ToDo.Priority.offered.contains(letter) else { throw .choices(Self.choices) }
    value = ToDo.Priority(letter)
  }

  static var choices: [String] { ToDo.Priority.offered + ["none"] }
  static var placeholder: DisplayText { .literal("A|B|C|none") }
}

/// How often a to-do recurs, or `none`. It is parsed later, when the language is known.
struct RuleArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderRule) }
  static var completion: CompletionKind { .rules }
}
