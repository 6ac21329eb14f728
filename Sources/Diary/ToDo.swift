/// A to-do on the list of a day, open or done.
public struct ToDo: Hashable, Sendable {
  public var id: Identifier
  /// The day of the list.
  public var day: Day
  /// The number by which the to-do is named until the end of the day on which it is closed. A closed
  /// one may have it longer: see `number(on:)`.
  public var number: Int?
  public var text: String
  public var version: Int
  /// The day on which the to-do was done. The user's day may end after midnight.
  public var doneOn: Day?
  public var doneAt: Moment?
  public var createdAt: Moment
  /// The time of the last change to the text.
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// Whether devices have changed it so that the user should look at its versions.
  public var needsLook = false
  public var tags: [String]
  public var due: Day?
  /// The day until which the to-do is on no list.
  public var wait: Day?
  public var priority: Priority?
  public var recurrence: Recurrence?
  /// The day of this occurrence according to the rule. It stays the same if the to-do is moved.
  public var occurrence: Day?

  public init(
    id: Identifier, day: Day, number: Int?, text: String, version: Int, doneOn: Day? = nil,
    doneAt: Moment?, createdAt: Moment, updatedAt: Moment, deletedAt: Moment?,
    tags: [String] = [], due: Day? = nil, wait: Day? = nil, priority: Priority? = nil,
    recurrence: Recurrence? = nil, occurrence: Day? = nil
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
    self.tags = tags
    self.due = due
    self.wait = wait
    self.priority = priority
    self.recurrence = recurrence
    self.occurrence = occurrence
  }

  public var isDone: Bool { doneAt != nil }

  /// The number by which the to-do can be named on this day. Closed ones lose it at the end of their
  /// day, and it may be given to another.
  public func number(on today: Day) -> Int? {
    guard let closed = doneOn ?? deletedAt?.day, closed < today else { return number }
    return nil
  }
}

extension ToDo {
  /// The text as one line without surrounding spaces.
  public static func line(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension ToDo {
  /// An importance, from `A` to `Z`, as in todo.txt. `A` is the highest.
  public struct Priority: Hashable, Comparable, Sendable {
    public let letter: String

    /// `nil` unless the text is one of the letters A to Z.
    public init?(_ text: some StringProtocol) {
      guard text.utf8.count == 1, let byte = text.utf8.first, (0x41...0x5A).contains(byte) else {
        return nil
      }
      letter = String(text)
    }

    public static func < (left: Priority, right: Priority) -> Bool { left.letter < right.letter }
  }

  /// The parts of a to-do that can be edited.
  public struct Details: Hashable, Sendable {
    public var text: String
    public var tags: [String]
    public var due: Day?
    public var wait: Day?
    public var priority: Priority?
    public var recurrence: Recurrence?

    public init(
      text: String, tags: [String] = [], due: Day? = nil, wait: Day? = nil,
      priority: Priority? = nil, recurrence: Recurrence? = nil
    ) {
      self.text = text
      self.tags = tags
      self.due = due
      self.wait = wait
      self.priority = priority
      self.recurrence = recurrence
    }

    /// Compares all bytes of the text and the tags, unlike `==`.
    public func isIdentical(to other: Details) -> Bool {
      self == other && text.utf8.elementsEqual(other.text.utf8)
        && zip(tags, other.tags).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
    }
  }

  public var details: Details {
    Details(
      text: text, tags: tags, due: due, wait: wait, priority: priority, recurrence: recurrence)
  }

  /// Whether the to-do is listed before `other`: overdue ones, then those that are due within a week,
  /// then by priority, due date and number. Closed ones follow, in the order in which they were done.
  public func precedes(_ other: ToDo, on today: Day) -> Bool {
    func key(_ toDo: ToDo) -> [Int] {
      if let done = toDo.doneAt {
        return [1, Int(done.instant.secondsSince1970), toDo.day.number, toDo.number ?? .max]
      }
      let due = toDo.due?.number ?? .max
      let letter = toDo.priority?.letter.utf8.first.map { Int($0) } ?? .max
      let isSoon = due <= today.number + 7
      return [0, isSoon ? due : .max, letter, due, toDo.number ?? .max, toDo.day.number]
    }
    return key(self).lexicographicallyPrecedes(key(other))
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
  public var details: ToDo.Details
  /// The day in the imported file, if it has one.
  public var day: Day?
  public var createdAt: Moment?
  public var doneAt: Moment?
  /// The user's day on which it was done, which may end after midnight; by default that of `doneAt`.
  public var doneOn: Day?
  /// The rule of a to-do that recurs from the day of its list, if that day is not known yet.
  public var rule: Recurrence.Rule?

  public init(
    _ details: ToDo.Details, day: Day? = nil, createdAt: Moment? = nil, doneAt: Moment? = nil
  ) {
    self.details = details
    self.day = day
    self.createdAt = createdAt
    self.doneAt = doneAt
  }

  public init(
    text: String, day: Day? = nil, createdAt: Moment? = nil, doneAt: Moment? = nil
  ) {
    self.init(ToDo.Details(text: text), day: day, createdAt: createdAt, doneAt: doneAt)
  }

  public var text: String { details.text }
}
