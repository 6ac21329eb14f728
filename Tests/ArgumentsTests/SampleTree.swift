import Arguments
import Localization

/// A command tree for the tests, with one parameter of each kind.
final class Journal: Sendable {}

enum Theme: String, CaseIterable, ArgumentValue { case green, blue, pink }
enum Colors: String, CaseIterable, ArgumentValue { case auto, always, never }

struct Globals: Declared, Hashable {
  var color = Colors.auto
  var language: String?
  var json = false
  var quiet = false
  var verbose = false

  static let declaration = Declaration<Self>(
    .calendarToday, details: .optionHelp, examples: [Example("notes add", .calendarToday)],
    [
      .option("color", help: .calendarToday) { $0.color = $1 },
      .option("lang", help: .calendarToday) { $0.language = $1 },
      .flag("json", help: .calendarToday) { $0.json = true },
      .flag("quiet", short: "q", help: .calendarToday) { $0.quiet = true },
      .flag("verbose", short: "v", help: .calendarToday) { $0.verbose = true },
    ])
}

struct Today: Command, Hashable {
  static let declaration = Declaration<Self>(.calendarToday)
  func run(in context: Journal) async throws {}
}

struct Graph: Command, Hashable {
  var paths: [String] = []
  var theme = Theme.green
  var weeks: Int?
  var users: [String] = []

  static let declaration = Declaration<Self>(
    .calendarToday,
    [
      .option("local", help: .calendarToday, arity: .upToNextOption, completion: .directories) {
        $0.paths.append($1)
      },
      .option("theme", short: "t", help: .calendarToday) { $0.theme = $1 },
      .option("weeks", in: 1...53, help: .calendarToday) { $0.weeks = $1 },
      .positional("user", .any, help: .calendarToday, completion: .users) { $0.users.append($1) },
    ])

  func run(in context: Journal) async throws {}
}

struct NotesAdd: Command, Hashable {
  var title: String?
  var commit: String?
  var noCommit = false
  var body: String?
  var file: String?
  var tags: [String] = []

  static let declaration = Declaration<Self>(
    .calendarToday, details: .calendarToday,
    examples: [
      Example("notes add", .calendarToday),
      Example("notes add --title 'A day' --tag work", .calendarToday),
    ],
    exclusive: [["commit", "no-commit"], ["body", "file"]],
    [
      .option("commit", short: "c", help: .calendarToday, completion: .commits) { $0.commit = $1 },
      .flag("no-commit", help: .calendarToday) { $0.noCommit = true },
      .option("title", help: .calendarToday) { $0.title = $1 },
      .option("body", short: "b", help: .calendarToday) { $0.body = $1 },
      .option("file", placeholder: "file", help: .calendarToday, completion: .files) {
        $0.file = $1
      },
      .option("tag", placeholder: "tag", help: .calendarToday, arity: .repeated, completion: .tags)
      {
        $0.tags.append($1)
      },
    ])

  func run(in context: Journal) async throws {}
}

struct NotesList: Command, Hashable {
  var since: String?
  var limit = 20
  var isFlat = false

  static let declaration = Declaration<Self>(
    .calendarToday,
    [
      .option("since", placeholder: "day", help: .calendarToday, completion: .days) {
        $0.since = $1
      },
      .option("limit", short: "n", in: 0...Int.max, help: .calendarToday) { $0.limit = $1 },
      .flag("flat", short: "1", help: .calendarToday) { $0.isFlat = true },
    ])

  func run(in context: Journal) async throws {}
}

struct NotesRestore: Command, Hashable {
  var id = ""
  var version: Int?

  static let declaration = Declaration<Self>(
    .calendarToday,
    [
      .option("version", in: 1...Int.max, help: .calendarToday) { $0.version = $1 },
      .positional("id", placeholder: "id", help: .calendarToday, completion: .noteIDs) {
        $0.id = $1
      },
    ])

  func run(in context: Journal) async throws {}
}

struct ToDoMove: Command, Hashable {
  var ids: [String] = []
  var day = ""
  var place: String?

  static let declaration = Declaration<Self>(
    .calendarToday,
    [
      .option("to", placeholder: "day", help: .calendarToday, completion: .days, isRequired: true) {
        $0.day = $1
      },
      .positional("id", .oneOrMore, placeholder: "id", help: .calendarToday) { $0.ids.append($1) },
    ])

  func run(in context: Journal) async throws {}
}

struct ToDoEdit: Command, Hashable {
  var day: String?
  var id = ""
  var text = ""

  static let declaration = Declaration<Self>(
    .calendarToday,
    [
      .positional("day", .optional, placeholder: "day", help: .calendarToday) { $0.day = $1 },
      .positional("id", placeholder: "id", help: .calendarToday) { $0.id = $1 },
      .positional("text", help: .calendarToday) { $0.text = $1 },
    ])

  func run(in context: Journal) async throws {}
}

let tree = CommandTree<Globals, Journal>(
  "commitdiary", defaultCommand: "today",
  [
    .headingDiary: [
      .command("today", Today.self)
    ],
    .headingActivity: [
      .command("graph", Graph.self),
      .group(
        "notes", .calendarToday,
        [
          .command("add", NotesAdd.self),
          .command("list", NotesList.self, aliases: ["ls"]),
          .command("restore", NotesRestore.self),
        ]),
      .group(
        "todo", .calendarToday,
        [
          .command("add", NotesAdd.self),
          .command("edit", ToDoEdit.self),
          .command("move", ToDoMove.self),
        ]),
      .command("secret", Today.self, isHidden: true),
    ],
  ])

let facts = ManualFacts(
  chapters: [
    .init(
      path: [], heading: .manualEnvironment,
      items: [.init(["SAMPLE_HOME", "SAMPLE_NOW"], .environmentFolders)]),
    .init(path: [], heading: .manualFiles, items: [.init(file: "~/.sample/", .fileConfig)]),
  ],
  statuses: [.init(.success, .statusSuccess)])

let english = Reader(LanguagePreference(chosen: LanguageTag("en"), environment: { _ in nil }))
let ascii = Reader(LanguagePreference(chosen: nil, environment: { _ in nil }))
