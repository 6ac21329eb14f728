/// A to-do on the list of a day, open or done.
public struct ToDo: Hashable, Sendable {
  public var id: Identifier
  /// The day of the list.
  public var day: Day
  /// The number on that list, which is never used again for another to-do of the day.
  public var number: Int
  public var text: String
  public var version: Int
  /// The day on which the to-do was done. The user's day may end after midnight.
  public var doneOn: Day?
  public var doneAt: Moment?
  public var createdAt: Moment
  /// The time of the last change to the text.
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// The UUID in the program from which the to-do was imported; `nil` if it was created here.
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
  /// The text as one line without surrounding spaces.
  public static func line(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// A saved version of a to-do's text.
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

/// A to-do to add or import.
public struct NewToDo: Hashable, Sendable {
  public var text: String
  /// The day in the imported file, if it has one.
  public var day: Day?
  public var createdAt: Moment?
  public var doneAt: Moment?
  /// The UUID in the imported file, which prevents duplicates.
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
