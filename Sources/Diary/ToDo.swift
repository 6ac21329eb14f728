/// A to-do, open or done. Its details are also its own properties.
@dynamicMemberLookup
public struct ToDo: Hashable, Sendable {
  public var id: Identifier
  /// The day from which it is on the list. If it is due earlier, it is on the list from then on.
  public var day: Day
  /// The number by which the to-do is named until the end of the day on which it is closed. A closed
  /// one may have it longer: see `number(on:)`.
  public var number: Int?
  public var details: Details
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
  /// The day of this occurrence according to the rule. It stays the same if the to-do is moved.
  public var occurrence: Day?

  public init(
    id: Identifier, day: Day, number: Int?, details: Details, version: Int, doneOn: Day? = nil,
    doneAt: Moment?, createdAt: Moment, updatedAt: Moment, deletedAt: Moment?,
    occurrence: Day? = nil
  ) {
    self.id = id
    self.day = day
    self.number = number
    self.details = details
    self.version = version
    self.doneOn = doneOn ?? doneAt?.day
    self.doneAt = doneAt
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.occurrence = occurrence
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<Details, Value>) -> Value {
    get { details[keyPath: path] }
    set { details[keyPath: path] = newValue }
  }

  public var isDone: Bool { doneAt != nil }

  /// The days on whose pages it is: of an open to-do, the day from which it is on the list and the one
  /// on which it is due; of a done one, the day on which it was done.
  public var days: [Day] {
    if let doneOn { return [doneOn] }
    guard let due = details.due, due != day else { return [day] }
    return [day, due]
  }

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

    /// The letters that can be given here. Others come from todo.txt.
    public static let offered = ["A", "B", "C"]

    public static func < (left: Priority, right: Priority) -> Bool { left.letter < right.letter }
  }

  /// The parts of a to-do that can be edited.
  public struct Details: Hashable, Sendable {
    /// One line, with the tags.
    public var content: Text
    public var due: Day?
    public var priority: Priority?
    public var recurrence: Recurrence?

    public init(
      _ content: Text, due: Day? = nil, priority: Priority? = nil,
      recurrence: Recurrence? = nil
    ) {
      self.content = content
      self.due = due
      self.priority = priority
      self.recurrence = recurrence
    }

    public init(
      text: String, tags: [String] = [], due: Day? = nil, priority: Priority? = nil,
      recurrence: Recurrence? = nil
    ) {
      self.init(
        Text(body: text, tags: tags), due: due, priority: priority, recurrence: recurrence)
    }

    public var text: String {
      get { content.body }
      set { content.body = newValue }
    }

    public var tags: [String] {
      get { content.tags }
      set { content.tags = newValue }
    }

    /// Compares all bytes of the text and the tags, unlike `==`.
    public func isIdentical(to other: Details) -> Bool {
      self == other && content.isIdentical(to: other.content)
    }
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
