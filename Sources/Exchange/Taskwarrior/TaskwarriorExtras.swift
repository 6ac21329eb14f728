import Diary
import JSON

/// What Taskwarrior has no field for: recurrence by the rules of this program, priorities below `C`,
/// and tags that it would split or sort. They are the JSON text of an attribute that it keeps without
/// knowing it.
struct TaskwarriorExtras: Hashable {
  static let attribute = "commitdiary"
  /// The parent of a recurring task, which is exported with it.
  static let parent = "commitdiaryParent"

  /// The rule in the notation of `Recurrence`.
  var every: String?
  var priority: ToDo.Priority?
  /// The description, if Taskwarrior would change it: it stores brackets as `&open;` and `&close;`.
  private var description: String?
  /// All tags in order, if Taskwarrior would change them.
  private var tags: [String] = []

  /// Whether Taskwarrior keeps the tag as one word.
  static func isTag(_ tag: String) -> Bool {
    !tag.contains { $0.isWhitespace || $0 == "," }
  }

  /// - Parameter description: the text without what Taskwarrior has a field for.
  init(of toDo: NewToDo, description: String) {
    if Self.stored(description) != description { self.description = description }
    every = toDo.details.recurrence?.text(of: toDo.day, due: toDo.details.due)
    if let priority = toDo.details.priority, priority.letter > "C" { self.priority = priority }
    let isSorted = zip(toDo.details.tags, toDo.details.tags.dropFirst()).allSatisfy {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    if !isSorted || !toDo.details.tags.allSatisfy(Self.isTag) { tags = toDo.details.tags }
  }

  /// Ignores a text that this program has not written.
  init(text: String?) {
    guard let text, let value = try? JSONParser.parse(Array(text.utf8)) else { return }
    every = value["every"]?.string
    priority = value["priority"]?.string.flatMap { ToDo.Priority($0) }
    description = value["description"]?.string
    tags = (value["tags"]?.array ?? []).compactMap(\.string).map { Tag.name($0) }
      .filter { !$0.isEmpty && !$0.contains(where: \.isNewline) }
  }

  /// `nil` if Taskwarrior has a field for everything.
  var text: String? {
    var members: [JSONValue.Member] = []
    members.add("every", every)
    members.add("priority", priority?.letter)
    members.add("description", description)
    if !tags.isEmpty { members.add("tags", .array(tags.map(JSONValue.string))) }
    guard !members.isEmpty else { return nil }
    // Taskwarrior would also change these names in this attribute.
    return JSONValue.object(members).text(.compact).replacing("&", with: "\\u0026")
  }

  /// The description that was exported, unless it was edited since.
  func description(for kept: String) -> String {
    guard let description, Self.stored(description) == kept else { return kept }
    return description
  }

  /// The text as Taskwarrior returns it.
  private static func stored(_ text: String) -> String {
    text.replacing("&open;", with: "[").replacing("&close;", with: "]")
  }

  /// The tags of the task, with those that it cannot hold. Tags that were removed there stay removed.
  func tags(with kept: [String]) -> [String] {
    func isKept(_ tag: String) -> Bool { kept.contains { Tag.areSame($0, tag) } }
    let known = tags.filter { !Self.isTag($0) || isKept($0) }
    return known + kept.filter { tag in !known.contains { Tag.areSame($0, tag) } }
  }
}
