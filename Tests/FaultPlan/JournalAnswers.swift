public import JSON

/// A reply that lacks a member that DESIGN specifies.
public struct UnexpectedAnswer: Error, Hashable {
  public var what: String
}

extension JournalState {
  /// Adds the notes in the output of `notes list --json`.
  public mutating func addNotes(_ answer: JSONValue) throws(UnexpectedAnswer) {
    for note in try answer.list("notes") {
      let id = try note.word("id")
      guard notes[id] == nil else { throw UnexpectedAnswer(what: "note \(id) is listed twice") }
      notes[id] = try Writing(of: note)
    }
  }

  /// Adds the entries in the output of `diary list --json`.
  public mutating func addEntries(_ answer: JSONValue) throws(UnexpectedAnswer) {
    for entry in try answer.list("entries") {
      let day = try entry.word("day")
      guard entries[day] == nil else { throw UnexpectedAnswer(what: "\(day) is listed twice") }
      entries[day] = try Writing(of: entry)
    }
  }

  /// Adds the to-dos in the output of `todo list --json`.
  public mutating func addToDos(_ answer: JSONValue) throws(UnexpectedAnswer) {
    for toDo in try answer.list("todos") {
      let id = try toDo.word("id")
      guard toDos[id] == nil else { throw UnexpectedAnswer(what: "to-do \(id) is listed twice") }
      toDos[id] = ToDo(
        try toDo.word("text"), day: try toDo.word("day"), number: toDo["number"]?.integer,
        isDone: toDo["done"]?.bool ?? false, isDeleted: toDo["deletedAt"] != .null)
      toDos[id]?.due = toDo["due"]?.string
      toDos[id]?.every = toDo["every"]?.string
    }
  }

  /// Adds the settings in the config file. All of them have strings as values, but those with which a round
  /// begins.
  public mutating func addSettings(_ file: JSONValue) {
    for member in file.object ?? []
    where member.name != "backup.path" && !member.name.hasPrefix("journals.") {
      settings[member.name] = member.value.string
    }
  }
}

extension JournalState.Text {
  init(of value: JSONValue) throws(UnexpectedAnswer) {
    self.init(
      try value.word("title"), try value.word("body"), commit: value["commit"]?["sha"]?.string)
  }
}

extension JournalState.Writing {
  /// Replaces the texts with the versions in the output of `notes history --json` or
  /// `diary history --json`.
  public mutating func takeVersions(_ answer: JSONValue) throws(UnexpectedAnswer) {
    let versions = try answer.list("versions")
    let numbers = versions.compactMap { $0["version"]?.integer }
    guard numbers.count == versions.count, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw UnexpectedAnswer(what: "the versions are not in order: \(numbers)") }
    let tags = tags
    texts = []
    for version in versions { texts.append(try JournalState.Text(of: version)) }
    self.tags = tags
    hasGaps = numbers.last ?? 0 != numbers.count
  }

  init(of value: JSONValue) throws(UnexpectedAnswer) {
    self.init([try JournalState.Text(of: value)], isDeleted: value["deletedAt"] != .null)
    tags = Set(value["tags"]?.array?.compactMap(\.string) ?? [])
  }
}

extension JSONValue {
  fileprivate func list(_ name: String) throws(UnexpectedAnswer) -> [JSONValue] {
    guard let list = self[name]?.array else { throw UnexpectedAnswer(what: "no list “\(name)”") }
    return list
  }

  fileprivate func word(_ name: String) throws(UnexpectedAnswer) -> String {
    guard let word = self[name]?.string else { throw UnexpectedAnswer(what: "no text “\(name)”") }
    return word
  }
}
