public import TestSupport

/// Chooses commands that fit the contents of the journal, and texts that are unique.
public struct CommandChoice: Sendable {
  public var random: Seeded
  /// What the last command has imported, if it was an import: `undo` takes it back then.
  public var lastImport: Change?
  /// The year of the next imported entries.
  private var yearOfImport = 1900

  /// The current day of the program.
  public static let today = "2026-11-21"
  static let wordLength = 14
  private static let days = ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]
  private static let settings = [
    "week.start": ["mon", "sun", "sat"], "graph.theme": ["green", "blue"],
    "language": ["en"],
  ]

  public init(random: Seeded) { self.random = random }

  /// The next command. If the journal has no item for the chosen kind, another kind is chosen.
  public mutating func next(
    _ state: JournalState, drafted: Set<String>, hasJournal: Bool
  ) -> PlannedCommand {
    if let imported = lastImport, isLikely(oneIn: 2) {
      return PlannedCommand(
        .importUndo, ["undo", "--json"], change: undoing(imported, state))
    }
    while true {
      let kind = kind()
      // There is nothing to repair before the first write.
      if kind == .doctorRepair, !hasJournal { continue }
      if let command = command(kind, state, drafted) { return command }
    }
  }

  private mutating func kind() -> CommandKind {
    var rest = Int.random(in: 0..<CommandKind.allCases.reduce(0) { $0 + $1.share }, using: &random)
    for kind in CommandKind.allCases {
      rest -= kind.share
      if rest < 0 { return kind }
    }
    return .notesAdd
  }

  /// `nil` if the journal has no item that the command could change.
  mutating func command(
    _ kind: CommandKind, _ state: JournalState, _ drafted: Set<String>
  ) -> PlannedCommand? {
    switch kind {
    case .notesAdd, .notesEdit, .notesEditor, .notesDelete, .notesRestore, .notesPurge:
      changeOfNotes(kind, state, drafted)
    case .notesMove, .notesMoveToNone: move(kind, state)
    case .notesMirrorOn, .notesMirrorOff, .hookInstall, .hookRemove: settingOfClone(kind)
    case .notesList, .notesShow, .notesSearch, .notesHistory: readingOfNotes(kind, state)
    case .diaryWrite, .jot, .diaryReplace, .diaryDelete, .diaryRestore, .diaryPurge, .diaryShow:
      diary(kind, state)
    case .toDoAdd, .toDoRecur: newToDos(kind)
    case .importToDos, .importEntries: importing(kind)
    // It is chosen after an import.
    case .importUndo: nil
    case .toDoDone, .toDoReopen, .toDoEdit, .toDoDetails, .toDoMove, .toDoDelete, .toDoRestore:
      changeOfToDos(kind, state)
    case .toDoList, .exportToDos: readingOfToDos(kind, state)
    case .tagsRename: tagRename(state)
    case .doctor: PlannedCommand(kind, ["doctor", "--offline", "--json"])
    case .doctorRepair:
      PlannedCommand(kind, ["doctor", "--repair", "--yes", "--offline", "--json"])
    case .configSet, .configUnset: configuration(kind, state)
    }
  }
}

// MARK: Texts

extension CommandChoice {
  /// A unique word of letters, which the search index stores as a whole.
  public mutating func word() -> String {
    String(
      (0..<Self.wordLength).map { _ in
        "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "x"
      })
  }

  private mutating func text() -> JournalState.Text {
    let word = word()
    let count =
      switch Int.random(in: 0..<20, using: &random) {
      case 0: 2000
      case 1, 2: 300
      default: 1
      }
    let body = Array(repeating: "\(word) 주간회고", count: count).joined(separator: " ")
    return JournalState.Text(self.word(), isLikely(oneIn: 2) ? body : "\(body) #\(tag())")
  }

  mutating func isLikely(oneIn count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
}

// MARK: Notes

extension CommandChoice {
  public static func adding(_ text: JournalState.Text) -> [String] {
    [
      "notes", "add", "--repo", "github.com/octocat/hello", "--no-commit", "--title", text.title,
      "--body", text.body,
    ]
  }

  /// The ids of matching items, in an order that does not depend on the ids.
  func names(
    _ writings: [String: JournalState.Writing], where fits: (JournalState.Writing) -> Bool
  ) -> [String] {
    writings.filter { fits($0.value) }
      .sorted {
        ($0.value.texts.first?.title ?? "", $0.key) < ($1.value.texts.first?.title ?? "", $1.key)
      }
      .map(\.key)
  }

  private mutating func changeOfNotes(
    _ kind: CommandKind, _ state: JournalState, _ drafted: Set<String>
  ) -> PlannedCommand? {
    let answer = [isLikely(oneIn: 3) ? "--quiet" : "--json"]
    if kind == .notesAdd {
      let text = text()
      return PlannedCommand(kind, Self.adding(text) + answer, change: .addNote(text))
    }
    let candidates = names(state.notes) { note in
      switch kind {
      case .notesRestore: note.isDeleted || note.texts.count > 1 && !note.hasGaps
      case .notesPurge: true
      default: !note.isDeleted
      }
    }
    guard let id = candidates.randomElement(using: &random), let note = state.notes[id] else {
      return nil
    }
    switch kind {
    case .notesEdit:
      let text = text()
      return PlannedCommand(
        kind, ["notes", "edit", id, "--title", text.title, "--body", text.body] + answer,
        change: .editNote(id, text))
    case .notesEditor:
      guard !drafted.contains(id) else { return nil }
      var command = PlannedCommand(kind, ["notes", "edit", id], status: 1)
      command.draft = word()
      command.draftedNote = id
      return command
    case .notesDelete:
      let ids = isLikely(oneIn: 3) ? Array(Set([id, candidates[0]])).sorted() : [id]
      return PlannedCommand(
        kind, ["notes", "delete", "--yes"] + ids + answer, change: .deleteNotes(ids))
    case .notesPurge:
      return PlannedCommand(
        kind, ["notes", "delete", "--purge", "--yes", id] + answer, change: .purgeNotes([id]))
    default:
      guard note.isDeleted || note.texts.isEmpty || isLikely(oneIn: 3) else {
        let version = Int.random(in: 1...note.texts.count, using: &random)
        return PlannedCommand(
          kind, ["notes", "restore", id, "--version", "\(version)"] + answer,
          change: .restoreNoteVersion(id, version))
      }
      return PlannedCommand(
        kind, ["notes", "restore", id] + answer, change: .restoreNote(id),
        status: note.isDeleted ? 0 : 2)
    }
  }

  private mutating func readingOfNotes(
    _ kind: CommandKind, _ state: JournalState
  ) -> PlannedCommand? {
    let live = names(state.notes) { !$0.isDeleted }
    let deleted = names(state.notes) { $0.isDeleted }
    func titles(_ ids: [String]) -> [String] { ids.compactMap { state.notes[$0]?.text.title } }
    if kind == .notesList {
      let isDeleted = isLikely(oneIn: 4)
      return PlannedCommand(
        kind,
        ["notes", "list", "--limit", "0", "--json"] + (isDeleted ? ["--deleted"] : []),
        shows: titles(isDeleted ? deleted : live), hides: titles(isDeleted ? live : deleted))
    }
    guard let id = (live + deleted).randomElement(using: &random), let note = state.notes[id] else {
      // No id begins with this text.
      return PlannedCommand(kind, ["notes", "show", "000000000000", "--json"], status: 3)
    }
    switch kind {
    case .notesShow:
      return PlannedCommand(
        kind, ["notes", "show", id, "--json"], status: note.isDeleted ? 3 : 0,
        shows: [note.text.title])
    case .notesSearch:
      let word = note.text.title
      return PlannedCommand(
        kind, ["notes", "search", word, "--json"], shows: note.isDeleted ? [] : [id],
        hides: note.isDeleted ? [id] : [])
    default:
      return PlannedCommand(
        kind, ["notes", "history", id, "--json"], shows: note.texts.map(\.title))
    }
  }
}

// MARK: The diary

extension CommandChoice {
  private mutating func diary(_ kind: CommandKind, _ state: JournalState) -> PlannedCommand? {
    let answer = ["--offline", isLikely(oneIn: 3) ? "--quiet" : "--json"]
    switch kind {
    case .diaryWrite:
      let day = Self.days.randomElement(using: &random) ?? Self.today
      let paragraph = word()
      return PlannedCommand(
        kind, ["diary", "write", day, "--body", paragraph] + answer,
        change: .appendToEntry(day, paragraph))
    case .jot:
      // On another day than today, the line begins without a time.
      let day = Self.days.dropLast().randomElement(using: &random) ?? Self.today
      let line = word()
      let isPiped = isLikely(oneIn: 3)
      return PlannedCommand(
        kind, ["jot", "--at", day] + (isPiped ? [] : [line]) + answer,
        input: isPiped ? "\(line)\n" : nil, change: .appendToEntry(day, line))
    case .diaryReplace:
      let day = Self.days.randomElement(using: &random) ?? Self.today
      let text = text()
      return PlannedCommand(
        kind, ["diary", "write", day, "--replace", "--file", "-"] + answer,
        input: "\(text.title)\n\n\(text.body)\n", change: .replaceEntry(day, text))
    default: break
    }
    let candidates = names(state.entries) { entry in
      switch kind {
      case .diaryDelete: !entry.isDeleted
      case .diaryRestore: entry.isDeleted || entry.texts.count > 1 && !entry.hasGaps
      default: true
      }
    }
    guard let day = candidates.randomElement(using: &random), let entry = state.entries[day] else {
      return nil
    }
    switch kind {
    case .diaryDelete:
      return PlannedCommand(
        kind, ["diary", "delete", day, "--yes"] + answer, change: .deleteEntry(day))
    case .diaryPurge:
      return PlannedCommand(
        kind, ["diary", "delete", day, "--purge", "--yes"] + answer, change: .purgeEntry(day))
    case .diaryShow:
      return PlannedCommand(
        kind, ["diary", "show", day, "--offline", "--json"], status: entry.isDeleted ? 3 : 0,
        shows: [entry.text.title])
    default:
      guard !entry.isDeleted else {
        return PlannedCommand(
          kind, ["diary", "restore", day] + answer, change: .restoreEntry(day))
      }
      let version = Int.random(in: 1...entry.texts.count, using: &random)
      return PlannedCommand(
        kind, ["diary", "restore", day, "--version", "\(version)"] + answer,
        change: .restoreEntryVersion(day, version))
    }
  }
}

// MARK: To-dos

extension CommandChoice {
  private mutating func newToDos(_ kind: CommandKind) -> PlannedCommand {
    let day = Self.days.randomElement(using: &random) ?? Self.today
    if kind == .toDoRecur {
      let (text, period) = (word(), isLikely(oneIn: 3) ? "week" : "day")
      return PlannedCommand(
        kind, ["todo", "add", "--every", period, "--day", day, "--json", text],
        change: .addRecurring(text, every: period, day: day))
    }
    let texts = (0..<Int.random(in: 1...4, using: &random)).map { _ in word() }
    return PlannedCommand(
      kind, ["todo", "add", "--each", "--day", day, "--json"] + texts,
      change: .addToDos(texts, day: day))
  }

  private mutating func changeOfToDos(
    _ kind: CommandKind, _ state: JournalState
  ) -> PlannedCommand? {
    let isMark = kind == .toDoDone || kind == .toDoReopen
    // The model knows recurring to-dos only as the rule makes them.
    var ids = state.toDos
      .filter { isMark ? $0.value.isPredictable : $0.value.every == nil }
      .filter { $0.value.isDeleted == (kind == .toDoRestore) }
      .sorted { ($0.value.text, $0.key) < ($1.value.text, $1.key) }.map(\.key)
    guard let id = ids.randomElement(using: &random) else { return nil }
    ids = isLikely(oneIn: 2) ? [id] : Array(Set([id, ids[0]])).sorted()
    switch kind {
    case .toDoDone, .toDoReopen:
      let isDone = kind == .toDoDone
      return PlannedCommand(
        kind, ["todo", isDone ? "done" : "reopen", "--json"] + ids,
        change: .markToDos(ids, isDone: isDone))
    case .toDoEdit:
      let text = word()
      return PlannedCommand(
        kind, ["todo", "edit", id, text, "--json"], change: .editToDo(id, text))
    case .toDoDetails:
      let due = isLikely(oneIn: 3) ? nil : Self.days.randomElement(using: &random)
      return PlannedCommand(
        kind,
        ["todo", "edit", id, "--due", due ?? "none", "--priority", "B", "--tag", "x", "--json"],
        change: .setDue(id, due))
    case .toDoMove:
      let day = Self.days.randomElement(using: &random) ?? Self.today
      return PlannedCommand(
        kind, ["todo", "move", "--to", day, "--json"] + ids, change: .moveToDos(ids, to: day))
    case .toDoDelete:
      return PlannedCommand(
        kind, ["todo", "delete", "--json"] + ids, change: .deleteToDos(ids))
    default:
      return PlannedCommand(
        kind, ["todo", "restore", "--json"] + ids, change: .restoreToDos(ids))
    }
  }

  private func readingOfToDos(_ kind: CommandKind, _ state: JournalState) -> PlannedCommand {
    let live = state.toDos.values.filter { !$0.isDeleted }.map(\.text)
    // The occurrences of one that recurs have the same text.
    let deleted = state.toDos.values.filter(\.isDeleted).map(\.text).filter { !live.contains($0) }
    let words =
      kind == .exportToDos
      ? ["export", "todotxt"]
      : ["todo", "list", "--since", "2026-01-01", "--until", "2027-01-01", "--json"]
    return PlannedCommand(kind, words, shows: live, hides: deleted)
  }
}

// MARK: Imports

extension CommandChoice {
  /// Imports go to days that no other command writes to, so that a text stays as it was imported.
  private mutating func importing(_ kind: CommandKind) -> PlannedCommand {
    let count = Int.random(in: 1...4, using: &random)
    if kind == .importToDos {
      let day = Self.days.randomElement(using: &random) ?? Self.today
      let texts = (0..<count).map { _ in word() }
      return PlannedCommand(
        kind, ["import", "todotxt", "-", "--json"],
        input: texts.map { "\(day) \($0)\n" }.joined(), change: .importToDos(texts, day: day))
    }
    var entries: [String: String] = [:]
    for day in 1...count { entries["\(yearOfImport)-10-0\(day)"] = word() }
    yearOfImport += 1
    return PlannedCommand(
      kind, ["import", "jrnl", "-", "--json"],
      input: entries.sorted { $0.key < $1.key }.map { "[\($0) 09:00] \($1)\n\n" }.joined(),
      change: .importEntries(entries))
  }

  private func undoing(_ imported: Change, _ state: JournalState) -> Change? {
    switch imported {
    case .importToDos(let texts, _):
      .deleteToDos(state.toDos.filter { texts.contains($0.value.text) }.map(\.key))
    case .importEntries(let entries): .deleteEntries(entries.keys.sorted())
    default: nil
    }
  }
}

// MARK: Settings

extension CommandChoice {
  private mutating func configuration(
    _ kind: CommandKind, _ state: JournalState
  ) -> PlannedCommand? {
    let keys = (kind == .configSet ? Self.settings.mapValues { $0[0] } : state.settings).keys
    guard let key = keys.sorted().randomElement(using: &random) else { return nil }
    guard kind == .configSet else {
      return PlannedCommand(kind, ["config", "unset", key, "--json"], change: .set(key, nil))
    }
    guard let value = Self.settings[key]?.randomElement(using: &random) else { return nil }
    return PlannedCommand(kind, ["config", "set", key, value, "--json"], change: .set(key, value))
  }
}
