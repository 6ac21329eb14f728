/// The expected state of the journal, and everything that was ever written to it.
public struct Ledger: Sendable {
  public private(set) var state = JournalState()
  /// Every word that was written for a note or an entry, by its id or day, whether or not the
  /// command succeeded. After a successful purge none of them may remain.
  public private(set) var secrets: [String: Set<String>] = [:]
  /// Every word that any command wrote.
  private var written: Set<String> = []
  /// The notes with a draft that a failing editor left behind.
  public private(set) var drafted: Set<String> = []

  public init() {}
}

/// A requested change, and whether it is known to have happened.
public struct Attempt: Hashable, Sendable {
  public enum Certainty: Sendable {
    /// The command reported success.
    case done
    /// The command was killed or failed. The change has happened completely or not at all.
    case possible
    /// The command was rejected.
    case refused
  }

  public var change: Change
  public var certainty: Certainty

  public init(_ change: Change, _ certainty: Certainty) {
    self.change = change
    self.certainty = certainty
  }
}

/// A state that no sequence of successful changes leads to.
public struct Contradiction: Error, Hashable {
  /// The differences from the most similar possible state.
  public var differences: [String]
}

extension Ledger {
  /// Records the texts of a change before its command runs.
  public mutating func remember(_ change: Change) {
    written.formUnion(change.texts.flatMap(Ledger.words))
    if let name = change.rewritten {
      secrets[name, default: []].formUnion(change.texts.flatMap(Ledger.secrets))
    }
  }

  /// Records a text that an editor has left in the draft of a note.
  public mutating func remember(draft text: String, of note: String) {
    secrets[note, default: []].formUnion(Ledger.secrets(of: text))
    drafted.insert(note)
  }

  /// Updates the state to `found`, if the attempts explain it.
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

  /// Updates the state to the contents that a repair could read from a damaged journal.
  ///
  /// - Parameter names: the texts that the repair reports as damaged. Every other text must be one
  ///   that was written.
  public mutating func adopt(
    _ found: JournalState, changed names: [String] = []
  ) throws(Contradiction) {
    var intact = found
    for name in names {
      intact.notes = intact.notes.filter { !$0.key.hasPrefix(name) }
      intact.entries = intact.entries.filter { $0.key != name }
      intact.toDos = intact.toDos.filter { !$0.key.hasPrefix(name) }
    }
    let strange = Set(intact.texts.flatMap(Ledger.words)).subtracting(written)
    guard strange.isEmpty else {
      throw Contradiction(differences: strange.sorted().map { "“\($0)” was never written" })
    }
    state = JournalState()
    try follow(found)
  }

  /// All sequences of changes that the attempts may have caused, the most likely first.
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
    var numbers: Set<Int> = []
    for (id, toDo) in found.toDos.sorted(by: { $0.key < $1.key }) {
      let isOpen = !toDo.isDone && !toDo.isDeleted
      // All rounds take place on one day, so that closed ones have their numbers too.
      guard let number = toDo.number else {
        if isOpen {
          throw Contradiction(differences: ["an open to-do has no number: \(toDo.text)"])
        }
        continue
      }
      guard numbers.insert(number).inserted, state.toDos[id]?.number ?? number == number else {
        throw Contradiction(
          differences: ["number \(number) was given a second time, or changed: \(toDo.text)"])
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

  /// The words from `CommandChoice.word()`, which occur in no other text.
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
