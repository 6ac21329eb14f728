/// The expected contents of the journal: every change that a command reported as done.
struct Ledger {
  struct Note {
    /// The first version first.
    var texts: [String]
    var isDeleted = false
  }

  struct State: Hashable {
    var text: String
    var isDeleted: Bool
  }

  enum Change: CaseIterable { case add, edit, delete, restore }

  /// One run of the program, and its intended change.
  struct Step {
    var change: Change
    var words: [String]
    /// The note to change; `nil` for a new one.
    var id: String?
    var text: String
  }

  var notes: [String: Note] = [:]

  /// The state as a list of the notes shows it.
  var state: [String: State] {
    notes.mapValues { State(text: $0.texts.last ?? "", isDeleted: $0.isDeleted) }
  }

  /// The first of `changes` for which a note exists.
  func step(
    _ changes: [Change], _ text: String, using chance: inout some RandomNumberGenerator
  ) -> Step? {
    for change in changes {
      if let step = step(change, text, using: &chance) { return step }
    }
    return nil
  }

  /// `nil` if no note can be changed in this way.
  private func step(
    _ change: Change, _ text: String, using chance: inout some RandomNumberGenerator
  )
    -> Step?
  {
    if change == .add {
      return Step(change: .add, words: Sandbox.anywhere + ["--json", "--body", text], text: text)
    }
    // Sorted, so that the same seed makes the same choice.
    let fitting = notes.filter { $0.value.isDeleted == (change == .restore) }.keys.sorted()
    guard let id = fitting.randomElement(using: &chance) else { return nil }
    let words =
      switch change {
      case .edit: ["notes", "edit", id, "--json", "--body", text]
      case .restore: ["notes", "restore", id, "--json"]
      case .add, .delete: ["notes", "delete", id, "--json", "--yes"]
      }
    return Step(change: change, words: words, id: id, text: text)
  }

  /// The ledger after the step. The id of a new note is taken from `found`.
  func applying(_ step: Step, found: [String: State]) -> Ledger {
    var copy = self
    switch step.change {
    case .add:
      if let id = found.keys.first(where: { notes[$0] == nil }) {
        copy.notes[id] = Note(texts: [step.text])
      } else {
        copy.notes["missing"] = Note(texts: [step.text])
      }
    case .edit: copy.notes[step.id ?? ""]?.texts.append(step.text)
    case .delete: copy.notes[step.id ?? ""]?.isDeleted = true
    case .restore: copy.notes[step.id ?? ""]?.isDeleted = false
    }
    return copy
  }
}
