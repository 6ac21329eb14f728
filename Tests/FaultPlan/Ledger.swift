/// The state that must be found, and what was ever written on the way to it.
public struct Ledger: Sendable {
  public private(set) var state = JournalState()
  /// The numbers that each day's list has given to to-dos. None is given a second time.
  private var numbers: [String: Set<Int>] = [:]
  /// Every word that was written for a note or an entry, by its id or day, whether or not it was
  /// acknowledged: a purge that is acknowledged leaves none of them.
  public private(set) var secrets: [String: Set<String>] = [:]
  /// Every text that anybody wrote, word by word.
  private var written: Set<String> = []
  /// The notes of which a draft was left by an editor that failed.
  public private(set) var drafted: Set<String> = []

  public init() {}
}

/// A change that somebody asked for, and what is known of it.
public struct Attempt: Hashable, Sendable {
  public enum Certainty: Sendable {
    /// It was acknowledged.
    case done
    /// Its command was killed or has failed: all of it has happened, or nothing of it.
    case possible
    /// Its command was refused.
    case refused
  }

  public var change: Change
  public var certainty: Certainty

  public init(_ change: Change, _ certainty: Certainty) {
    self.change = change
    self.certainty = certainty
  }
}

/// What is found is nothing that the acknowledged changes could have led to.
public struct Contradiction: Error, Hashable {
  /// The differences from the state that is nearest to what was found.
  public var differences: [String]
}

extension Ledger {
  /// Remembers what is about to be written, before it is known what comes of it.
  public mutating func remember(_ change: Change) {
    written.formUnion(change.texts.flatMap(Ledger.words))
    if let name = change.rewritten {
      secrets[name, default: []].formUnion(change.texts.flatMap(Ledger.secrets))
    }
  }

  /// Remembers a text that an editor has left in a draft of a note.
  public mutating func remember(draft text: String, of note: String) {
    secrets[note, default: []].formUnion(Ledger.secrets(of: text))
    drafted.insert(note)
  }

  /// Follows what was found, where the attempts explain it.
  ///
  /// - Returns: the changes that have happened.
  @discardableResult
  public mutating func settle(
    _ attempts: [Attempt], found: JournalState
  ) throws(Contradiction) -> [Change] {
    var nearest: [String]?
    for changes in Ledger.histories(of: attempts) {
      let expected = changes.reduce(state) { $0.applying($1, found: found) }
      let differences = expected.differences(from: found)
      if differences.isEmpty {
        try follow(expected.withNumbers(of: found))
        for name in changes.flatMap(\.purged) {
          secrets[name] = nil
          drafted.remove(name)
        }
        return changes
      }
      if differences.count < nearest?.count ?? .max { nearest = differences }
    }
    throw Contradiction(differences: nearest ?? [])
  }

  /// Follows what a repair could read of a damaged journal.
  ///
  /// - Parameter names: the texts of which it says that the damage has changed them. Every other one
  ///   must be one that was written.
  public mutating func adopt(
    _ found: JournalState, changed names: [String] = []
  ) throws(Contradiction) {
    var told = found
    for name in names {
      told.notes = told.notes.filter { !$0.key.hasPrefix(name) }
      told.entries = told.entries.filter { $0.key != name }
      told.toDos = told.toDos.filter { !$0.key.hasPrefix(name) }
    }
    let strange = Set(told.texts.flatMap(Ledger.words)).subtracting(written)
    guard strange.isEmpty else {
      throw Contradiction(differences: strange.sorted().map { "“\($0)” was never written" })
    }
    numbers = [:]
    state = found
    try follow(found)
  }

  /// All that the attempts can have come to, the most likely first.
  private static func histories(of attempts: [Attempt]) -> [[Change]] {
    attempts.reduce([[]]) { histories, attempt in
      switch attempt.certainty {
      case .done: histories.map { $0 + [attempt.change] }
      case .possible: histories.map { $0 + [attempt.change] } + histories
      case .refused: histories
      }
    }
  }

  private mutating func follow(_ found: JournalState) throws(Contradiction) {
    for (id, toDo) in found.toDos.sorted(by: { $0.key < $1.key }) {
      guard let number = toDo.number else { continue }
      let before = state.toDos[id]
      let isKept = before?.day == toDo.day && before?.number == number
      let isNew = numbers[toDo.day, default: []].insert(number).inserted
      guard isKept || isNew else {
        throw Contradiction(
          differences: ["number \(number) of \(toDo.day) was given a second time: \(toDo.text)"])
      }
    }
    state = found
    for (name, writing) in found.notes.merging(found.entries, uniquingKeysWith: { $1 }) {
      let texts = writing.texts.flatMap { [$0.title, $0.body] }
      secrets[name, default: []].formUnion(texts.flatMap(Ledger.secrets))
    }
  }

  private static func words(of text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The words of `CommandChoice.word()`, which no other text has.
  private static func secrets(of text: String) -> [String] {
    words(of: text).filter { $0.utf8.count == CommandChoice.wordLength }
  }
}

extension JournalState {
  fileprivate var texts: [String] {
    (Array(notes.values) + Array(entries.values)).flatMap(\.texts).flatMap { [$0.title, $0.body] }
      + toDos.values.map(\.text)
  }
}
