/// The expected or actual contents of a journal.
public struct JournalState: Hashable, Sendable {
  public struct Text: Hashable, Sendable {
    public var title: String
    public var body: String
    /// The commit of a note; `nil` for one that is about its repository.
    public var commit: String?

    public init(_ title: String, _ body: String, commit: String? = nil) {
      self.title = title
      self.body = body
      self.commit = commit
    }
  }

  /// A note, or the entry of a day.
  public struct Writing: Hashable, Sendable {
    /// All versions, the first one first. A state read from a list has only the last version.
    public var texts: [Text] { didSet { tags = text.tags } }
    public var isDeleted: Bool
    /// The tags of the last version. A repair can lose tags that are still in the text.
    public var tags: Set<String>
    /// Whether a repair has lost versions, so that an index in `texts` does not give the version
    /// number.
    public var hasGaps = false

    public init(_ texts: [Text], isDeleted: Bool = false) {
      self.texts = texts
      self.isDeleted = isDeleted
      tags = texts.last?.tags ?? []
    }

    public var text: Text { texts.last ?? Text("", "") }
  }

  public struct ToDo: Hashable, Sendable {
    public var text: String
    public var day: String
    /// `nil` if the program chooses the number and the reply is not known.
    public var number: Int?
    public var due: String?
    /// The period of a recurring to-do: `day` or `week`.
    public var every: String?
    /// The date of a recurring to-do by its rule. Output does not show it, so that it is not known
    /// after a repair.
    public var occurrence: String?
    public var isDone: Bool
    public var isDeleted: Bool

    public init(
      _ text: String, day: String, number: Int?, isDone: Bool = false, isDeleted: Bool = false
    ) {
      self.text = text
      self.day = day
      self.number = number
      self.isDone = isDone
      self.isDeleted = isDeleted
    }
  }

  /// The notes by id.
  public var notes: [String: Writing] = [:]
  /// The entries by day.
  public var entries: [String: Writing] = [:]
  /// The to-dos by id.
  public var toDos: [String: ToDo] = [:]
  public var settings: [String: String] = [:]

  public init() {}
}

extension JournalState.ToDo {
  /// What a user sees of it.
  fileprivate var seen: String {
    var seen = self
    seen.occurrence = nil
    return "\(seen)"
  }

  /// Whether the model knows what happens when it is done or reopened.
  var isPredictable: Bool { every == nil || occurrence != nil }
}

extension JournalState {
  /// The differences that a user would notice between this expected state and `found`. Earlier
  /// versions and numbers that the program may choose are not compared.
  public func differences(from found: JournalState) -> [String] {
    JournalState.differences(of: "note", notes, found.notes) { "\($0.isDeleted) \($0.text)" }
      + JournalState.differences(of: "entry", entries, found.entries) {
        "\($0.isDeleted) \($0.text)"
      }
      + JournalState.differences(of: "to-do", withNumbers(of: found).toDos, found.toDos) {
        $0.seen
      }
      + JournalState.differences(of: "setting", settings, found.settings) { $0 }
  }

  /// A copy in which tags and the numbers that the program may choose are those of `found`.
  public func withNumbers(of found: JournalState) -> JournalState {
    var copy = self
    for (id, toDo) in toDos where toDo.number == nil {
      copy.toDos[id]?.number = found.toDos[id]?.number
    }
    for (id, note) in found.notes { copy.notes[id]?.tags = note.tags }
    for (day, entry) in found.entries { copy.entries[day]?.tags = entry.tags }
    return copy
  }

  private static func differences<Item>(
    of noun: String, _ expected: [String: Item], _ found: [String: Item],
    seenAs text: (Item) -> String
  ) -> [String] {
    Set(expected.keys).union(found.keys).sorted().compactMap { name in
      switch (expected[name].map(text), found[name].map(text)) {
      case (let wanted?, let seen?) where wanted == seen: nil
      case (let wanted?, let seen?): "\(noun) \(name): expected \(wanted), found \(seen)"
      case (let wanted?, nil): "\(noun) \(name) is missing: \(wanted)"
      case (nil, let seen): "\(noun) \(name) is not expected: \(seen ?? "")"
      }
    }
  }
}
