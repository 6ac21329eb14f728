/// A line of work on a day: open or done.
public struct ToDo: Hashable, Sendable {
  public var id: Identifier
  /// The day on whose list it stands.
  public var day: Day
  /// Its number on that list: given once, and to no other of that day ever again.
  public var number: Int
  public var text: String
  public var version: Int
  /// The writer's day on which it was done, which need not end at midnight.
  public var doneOn: Day?
  public var doneAt: Moment?
  public var createdAt: Moment
  /// When the text became what it is.
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// By what the program knows it that it came from; `nil` where it was written here.
  public var uuid: String?

  public init(
    id: Identifier, day: Day, number: Int, text: String, version: Int, doneOn: Day? = nil,
    doneAt: Moment?, createdAt: Moment, updatedAt: Moment, deletedAt: Moment?, uuid: String? = nil
  ) {
    self.id = id
    self.day = day
    self.number = number
    self.text = text
    self.version = version
    self.doneOn = doneOn ?? doneAt?.day
    self.doneAt = doneAt
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.uuid = uuid
  }

  public var isDone: Bool { doneAt != nil }
}

extension ToDo {
  /// A text as a to-do has it: one line, without space around it.
  public static func line(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// One state of a to-do's text, kept for good.
public struct ToDoVersion: Hashable, Sendable {
  public var number: Int
  public var text: String
  public var savedAt: Moment

  public init(number: Int, text: String, savedAt: Moment) {
    self.number = number
    self.text = text
    self.savedAt = savedAt
  }
}

/// A to-do from somewhere else, that is about to be written.
public struct NewToDo: Hashable, Sendable {
  public var text: String
  /// The day that it was given there, where it was given any.
  public var day: Day?
  public var createdAt: Moment?
  public var doneAt: Moment?
  /// By what that place knows it, so that it is not taken twice.
  public var uuid: String?

  public init(
    text: String, day: Day? = nil, createdAt: Moment? = nil, doneAt: Moment? = nil,
    uuid: String? = nil
  ) {
    self.text = text
    self.day = day
    self.createdAt = createdAt
    self.doneAt = doneAt
    self.uuid = uuid
  }
}
