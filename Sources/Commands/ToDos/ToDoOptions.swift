import App
import Arguments
import Diary
import Localization

/// The options of a to-do besides its text. The value `none` removes it from an existing to-do.
struct ToDoOptions {
  var due: DayArgument?
  var priority: PriorityArgument?
  var every: PeriodArgument?
  var tags: [String] = []
  /// Tags to remove from an existing to-do.
  var untags: [String] = []

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, ToDoOptions> & Sendable
  ) -> [Parameter<Options>] {
    [
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
  var hasOnlyTags: Bool { due == nil && priority == nil && every == nil }

  /// The details of a to-do with these options.
  ///
  /// - Parameter day: the day of its list, which is the first one of a new recurrence.
  func changed(_ old: ToDo.Details, on day: Day, in app: App) throws -> ToDo.Details {
    var new = old
    if let due { new.due = due.text == "none" ? nil : try app.listDay(due) }
    if let priority { new.priority = priority.value }
    if let every {
      new.recurrence = every.value.map { Recurrence(every: $0, from: day, due: new.due) }
    } else if new.due != old.due {
      // The following due dates are counted from the new one.
      new.recurrence = old.recurrence.map {
        Recurrence(every: $0.period, from: day, due: new.due)
      }
    }
    new.tags = try changed(old.tags)
    return new
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

/// The period of a recurring to-do, or `none`.
struct PeriodArgument: ArgumentValue {
  var value: Recurrence.Period?

  init(argument: String) throws(ArgumentProblem) {
    guard argument != "none" else { return }
    value = Recurrence.Period(rawValue: argument)
    guard value != nil else { throw .choices(Self.choices) }
  }

  static var choices: [String] { Recurrence.Period.allCases.map(\.rawValue) + ["none"] }
  static var placeholder: DisplayText { .message(.placeholderPeriod) }
}
