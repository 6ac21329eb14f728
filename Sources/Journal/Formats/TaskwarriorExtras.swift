import Diary
import JSON

/// What Taskwarrior has no field for: recurrence by the rules of this program, priorities below `C`,
/// and tags that it would split. They are the JSON text of an attribute that it keeps without
/// knowing it.
struct TaskwarriorExtras: Hashable {
  static let attribute = "commitdiary"

  /// The rule in the notation of `Recurrence`.
  var every: String?
  var priority: ToDo.Priority?
  /// All tags in order, if Taskwarrior cannot hold each of them.
  private var tags: [String] = []

  /// Whether Taskwarrior keeps the tag as one word.
  static func isTag(_ tag: String) -> Bool {
    !tag.contains { $0.isWhitespace || $0 == "," }
  }

  init(of toDo: ToDo) {
    every = toDo.recurrence?.text(of: toDo.day, due: toDo.due)
    if let priority = toDo.priority, priority.letter > "C" { self.priority = priority }
    if !toDo.tags.allSatisfy(Self.isTag) { tags = toDo.tags }
  }

  /// Ignores a text that this program has not written.
  init(text: String?) {
    guard let text, let value = try? JSONParser.parse(Array(text.utf8)) else { return }
    every = value["every"]?.string
    priority = value["priority"]?.string.flatMap { ToDo.Priority($0) }
    tags = (value["tags"]?.array ?? []).compactMap(\.string).map { Tag.name($0) }
      .filter { !$0.isEmpty && !$0.contains(where: \.isNewline) }
  }

  /// `nil` if Taskwarrior has a field for everything.
  var text: String? {
    var members: [JSONValue.Member] = []
    if let every { members.append(JSONValue.Member("every", .string(every))) }
    if let priority { members.append(JSONValue.Member("priority", .string(priority.letter))) }
    if !tags.isEmpty {
      members.append(JSONValue.Member("tags", .array(tags.map(JSONValue.string))))
    }
    return members.isEmpty ? nil : JSONValue.object(members).text(.compact)
  }

  /// The tags of the task, with those that it cannot hold. Tags that were removed there stay removed.
  func tags(with kept: [String]) -> [String] {
    func isKept(_ tag: String) -> Bool { kept.contains { Tag.areSame($0, tag) } }
    let known = tags.filter { !Self.isTag($0) || isKept($0) }
    return known + kept.filter { tag in !known.contains { Tag.areSame($0, tag) } }
  }
}
