/// What the journal must hold: every change that was acknowledged.
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

  /// One run of the program, and what it is to change.
  struct Step {
    var change: Change
    var words: [String]
    /// The note that is changed; `nil` for one that is added.
    var id: String?
    var text: String
  }

  var notes: [String: Note] = [:]

  /// What a list of the notes shows.
  var state: [String: State] {
    notes.mapValues { State(text: $0.texts.last ?? "", isDeleted: $0.isDeleted) }
  }

  /// The first of `changes` that there is a note for.
  func step(
    _ changes: [Change], _ text: String, using chance: inout some RandomNumberGenerator
  ) -> Step? {
    for change in changes {
      if let step = step(change, text, using: &chance) { return step }
    }
    return nil
  }

  /// `nil` where there is no note that could be changed so.
  private func step(
    _ change: Change, _ text: String, using chance: inout some RandomNumberGenerator
  )
    -> Step?
  {
    if change == .add {
      return Step(change: .add, words: Sandbox.anywhere + ["--json", "--body", text], text: text)
    }
    // In order, so that the same seed chooses the same place in it.
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

  /// The ledger after the step; a note that was added has the id that only `found` knows.
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
