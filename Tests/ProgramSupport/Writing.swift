import JSON
import Testing

/// The two kinds of text that are written in an editor: a note, or the entry of a day.
enum Writing: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case note, entry

  var testDescription: String { rawValue }

  /// The arguments that open the editor on a new text.
  var begin: [String] { self == .note ? ["notes", "add"] : ["diary", "write"] }

  /// The arguments that open the editor on an existing text.
  func edit(_ name: String) -> [String] { [group, "edit", name] }

  func delete(_ name: String) -> [String] { [group, "delete", name, "--yes"] }

  private var group: String { self == .note ? "notes" : "diary" }

  /// The arguments that save a text without an editor.
  var give: [String] { self == .note ? Sandbox.anywhere : ["diary", "write"] }

  /// A title and a body.
  struct Text: Hashable {
    var title: String
    var body: String

    init(_ title: String, _ body: String) {
      self.title = title
      self.body = body
    }
  }
}

extension Sandbox {
  /// Saves a text, and returns the id of the note or the day of the entry. Each entry is saved on
  /// the day after the one before.
  @discardableResult
  func keep(_ kind: Writing, _ title: String, _ body: String) throws -> String {
    guard kind == .entry else { return try add("--title", title, "--body", body) }
    let days = try texts(of: .entry).count + texts(of: .entry, "--deleted").count
    let day = "2020-11-0\(days + 1)"
    let outcome = try run("diary", "write", day, "--body", "\(title)\n\n\(body)")
    try outcome.success()
    return day
  }

  /// All texts of a kind as the program lists them, the newest first.
  func texts(of kind: Writing, _ words: String...) throws -> [Writing.Text] {
    let (group, list) = kind == .note ? ("notes", "notes") : ("diary", "entries")
    let outcome = try run([group, "list", "--limit", "0", "--json"] + words)
    return try #require(outcome.success().json()[list]?.array).map {
      Writing.Text($0["title"]?.string ?? "", $0["body"]?.string ?? "")
    }
  }
}

/// The members of a to-do that tests compare.
struct ListedToDo: Hashable {
  var number: Int
  var text: String
  var isDone: Bool
  var day: String

  init(_ value: JSONValue) {
    number = value["number"]?.integer ?? 0
    text = value["text"]?.string ?? ""
    isDone = value["done"]?.bool ?? false
    day = value["day"]?.string ?? ""
  }

  init(_ number: Int, _ text: String, done isDone: Bool = false, on day: String = "2026-11-21") {
    self.number = number
    self.text = text
    self.isDone = isDone
    self.day = day
  }
}

extension Sandbox {
  /// Runs a `todo` command that must succeed, and returns the to-dos in its reply.
  @discardableResult
  func toDos(
    _ words: [String], environment: [String: String] = [:], input: String? = nil
  ) throws -> [ListedToDo] {
    let outcome = try run(
      ["todo"] + words + ["--json"], environment: environment,
      input: input.map { Array($0.utf8) })
    return try #require(outcome.success().json()["todos"]?.array).map(ListedToDo.init)
  }

  @discardableResult
  func toDos(
    _ words: String..., environment: [String: String] = [:], input: String? = nil
  ) throws -> [ListedToDo] {
    try toDos(words, environment: environment, input: input)
  }
}
