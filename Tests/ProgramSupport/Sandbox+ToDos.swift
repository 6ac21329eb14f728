import JSON
import Testing

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
    try #require(outcome.status == 0, "\(words) \(outcome.testDescription)")
    return try #require(outcome.json()["todos"]?.array).map(ListedToDo.init)
  }

  @discardableResult
  func toDos(
    _ words: String..., environment: [String: String] = [:], input: String? = nil
  ) throws -> [ListedToDo] {
    try toDos(words, environment: environment, input: input)
  }
}
