import App
import Arguments
import Context
import Diary
import Localization

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
      .option("tag", help: .optionTag, arity: .repeated, completion: .tags) {
        $0[keyPath: path].tags.append($1)
      },
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
    value = ToDo.Priority(argument.uppercased())
    guard value != nil, Self.choices.contains(argument.uppercased()) else {
      throw .choices(Self.choices)
    }
  }

  static var choices: [String] { ["A", "B", "C", "none"] }
  static var placeholder: DisplayText { .literal("A|B|C|none") }
}

/// How often a to-do recurs, or `none`. It is parsed later, when the language is known.
struct RuleArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var choices: [String] {
    ["day", "weekday", "week", "month", "year", "none"]
  }
  static var placeholder: DisplayText { .message(.placeholderRule) }
}
