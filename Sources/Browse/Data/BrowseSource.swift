import App
import Context
import Diary
import Journal
import Platform
import Records
import Views

/// Reads what the screen shows from the journal: only the visible rows, with a statement each, so
/// that no snapshot stays open while the screen waits for a key.
struct BrowseSource {
  let app: App
  private var notes: (list: RecordList, version: Int)?
  private var dataVersion: Int?
  private var spanVersion: Int?
  private var hadFile: Bool

  init(app: App) {
    self.app = app
    hadFile = File.exists(app.paths.journal)
  }

  // MARK: Changes

  /// Whether another program has changed the journal since the last call.
  mutating func hasChanged() async throws -> Bool {
    if !hadFile {
      guard File.exists(app.paths.journal) else { return false }
      await reopen()
      return true
    }
    let version = try await app.journal(for: .reading).dataVersion()
    defer { dataVersion = version }
    return dataVersion != version
  }

  /// Closes the journal while another part of this program changes it. The next read opens it.
  mutating func reopen() async {
    await app.journal.close()
    hadFile = File.exists(app.paths.journal)
    dataVersion = nil
  }

  /// Opens the journal if a command of this program has created it.
  mutating func openCreatedJournal() async {
    if !hadFile { await reopen() }
  }

  /// Shows the first note, to-do or commit with one of these ids, or else the day, in place of an
  /// overlay. Returns whether there is one.
  mutating func open(_ names: [String], _ day: Day?, in state: inout BrowseState) async -> Bool {
    guard let journal = try? await app.journal(for: .reading) else { return false }
    for name in names {
      if let found = try? await journal.note(name) {
        state.overlay = nil
        try? await select(note: found.note.id, in: &state)
        return true
      }
      if name.count >= Identifier.shortestLength,
        let found = try? await journal.toDo(name, on: state.today)
      {
        state.overlay = nil
        state.show(.toDos)
        state.requested = .toDo(found.toDo.id)
        state.list.version = -1
        return true
      }
      if name.count >= 7, let found = try? await app.days.commit(name, in: journal) {
        state.overlay = nil
        state.begin(with: found)
        return true
      }
    }
    guard let day else { return false }
    state.overlay = nil
    state.show(.days)
    state.select(day)
    return true
  }

  // MARK: Reading

  /// Selects a note in the list of notes.
  mutating func select(note id: Identifier, in state: inout BrowseState) async throws {
    let journal = try await app.journal(for: .reading)
    state.show(.notes)
    try await fillCount(&state, journal)
    if let list = notes?.list, let position = try await journal.position(ofNote: id, in: list) {
      state.list.select(position)
    }
  }

  /// Reads what is missing.
  mutating func fill(_ state: inout BrowseState) async throws {
    let journal = try await app.journal(for: .reading)
    // Before anything is read, so that `hasChanged` finds every later change.
    if dataVersion == nil, hadFile { dataVersion = try await journal.dataVersion() }
    if spanVersion != state.version {
      if let span = try await journal.daySpan() { state.extend(to: span) }
      spanVersion = state.version
    }
    try await fillCount(&state, journal)
    state.scrollList()
    if let missing = state.missingRows {
      state.keep(try await rows(at: missing, of: state, in: journal), at: missing)
      if state.tab != .days { state.selectDayOfRow() }
    }
    if state.needsPage { state.keep(try await page(of: state, in: journal)) }
    state.layOutPage()
  }

  /// The number of rows of lists that are read in parts, and all rows of short lists.
  private mutating func fillCount(_ state: inout BrowseState, _ journal: Journal) async throws {
    guard state.list.version != state.version else { return }
    switch state.tab {
    case .days, .commits, .search: break
    case .notes where state.choice.isFiltered: break
    case .notes:
      var filter = NoteFilter()
      switch state.choice.order {
      case .usual, .newest: filter.order = .newest
      case .oldest: filter.order = .oldest
      case .title: filter.order = .title
      }
      let list = try await journal.list(filter)
      notes = (list, state.version)
      let old = state.list.selectedRow?.item
      state.list.count = list.count
      if case .note(let id)? = state.requested,
        let position = try await journal.position(ofNote: id, in: list)
      {
        state.list.select(position)
      } else if case .note(let id)? = old,
        let position = try await journal.position(ofNote: id, in: list)
      {
        state.list.follow(to: position)
      }
      state.list.select(state.list.selection)
      if let anchor = state.rowAnchor {
        var position: Int?
        if case .note(let id) = anchor.item {
          position = try await journal.position(ofNote: id, in: list)
        }
        if let position { state.rowAnchor?.position = position } else { state.rowAnchor = nil }
      }
    case .toDos:
      state.show(
        try await toDos(journal, today: state.today), in: .toDos, version: state.version,
        selecting: state.requested)
    }
  }

  /// The open to-dos of all days, then those that were done within a month, the latest first.
  private func toDos(_ journal: Journal, today: Day) async throws -> [ListRow] {
    let open = try await journal.openToDos(on: today)
    let done = try await journal.toDosDone(from: today - 31, to: today + 1)
    return (open + done.reversed()).map(ListRow.toDo)
  }

  private func rows(
    at positions: Range<Int>, of state: BrowseState, in journal: Journal
  ) async throws -> [ListRow?] {
    switch state.tab {
    case .days:
      guard !positions.isEmpty else { return [] }
      let first = state.span.lowerBound + positions.lowerBound
      let last = state.span.lowerBound + (positions.upperBound - 1)
      let counts = try await journal.days(from: first, to: last, commits: state.contributions)
      var titles: [Day: String] = [:]
      for entry in try await journal.summaries(EntryFilter(since: first, until: last)) {
        titles[entry.day] = entry.title.isEmpty ? entry.preview : entry.title
      }
      return (first.number...last.number).map { number in
        let day = Day(number: number)
        return .day(day, counts[day] ?? DayCounts(), title: titles[day] ?? "")
      }
    case .notes:
      guard let notes else { return [] }
      return try await journal.summaries(of: notes.list, at: positions).map { $0.map(ListRow.note) }
    case .toDos, .commits, .search:
      return positions.map { state.list.row(at: $0) }
    }
  }

  /// The record; `nil` if it was deleted or purged.
  private func found(_ id: RecordID, in journal: Journal) async throws -> FoundRecord? {
    do {
      return try await journal.found(id)
    } catch {
      switch error {
      case .missing, .deleted: return nil
      default: throw error
      }
    }
  }

  private func page(of state: BrowseState, in journal: Journal) async throws -> PageContent {
    switch state.subject {
    case .day(let day)?:
      var record =
        try await app.days.records(of: [day...day], among: .none, in: journal).first
        ?? DayRecord(day: day)
      if day == state.today {
        record.addList(try await journal.toDos(listedOn: day))
      }
      return .day(record)
    case .note(let id)?:
      guard case .note(let found)? = try await found(.note(id), in: journal) else {
        return .missing
      }
      let versions = try await journal.history(of: .note(found.note.id))
      if found.note.needsLook {
        await app.journal.cache { try await $0.didLook(at: .note(found.note.id)) }
      }
      return .note(found, versions)
    case .toDo(let id)?:
      guard case .toDo(let found)? = try await found(.toDo(id), in: journal) else {
        return .missing
      }
      return .toDo(found, try await journal.history(of: .toDo(id)))
    case .entry(let day)?:
      guard let entry = try await journal.entryIfWritten(on: day) else { return .missing }
      let versions = try await journal.history(of: .entry(day))
      if entry.needsLook { await app.journal.cache { try await $0.didLook(at: .entry(day)) } }
      return .entry(entry, versions)
    case .span(let first, let last)?:
      let days = try await journal.days(from: first, to: last, commits: state.contributions)
      return .span(SpanSums(first...last, days))
    case .diff(let sha, let path)?:
      guard let file = state.changes[sha]?.file(path) else { return .missing }
      let known = state.diff.flatMap { $0.file == .file(sha: sha, path: path) ? $0 : nil }
      return .diff(file, known.map { .read($0.diff) } ?? .reading)
    case .digest(let first, let last)?:
      let known = state.digest.flatMap { $0.span == first...last ? $0.records : nil }
      return .digest(first...last, known)
    case .commit(let sha)?:
      guard let found = state.commit(sha) else { return .missing }
      var filter = NoteFilter()
      filter.commit = NoteFilter.CommitMatch(sha: sha)
      filter.order = .oldest
      return .commit(found, try await journal.notes(filter), state.changes[sha])
    case nil: return .missing
    }
  }
}

extension SearchResults {
  /// At most this many results of each kind are listed.
  static let shownLimit = 200

  var isLimited: Bool {
    [notes.count, entries.count, toDos.count].contains { $0 >= Self.shownLimit }
  }

  /// The results as rows, the diary first.
  var rows: [ListRow] {
    entries.map { .entry($0.day, title: $0.text.headline) }
      + notes.map { .note(NoteSummary($0)) } + toDos.map(ListRow.toDo)
  }

  /// The text around the first match of each result whose title has none.
  func excerpts(matching query: SearchQuery) -> [PageItem: String] {
    var found: [PageItem: String] = [:]
    func add(_ item: PageItem, title: String, body: String) {
      guard query.matches(in: String(title.prefix(300))).isEmpty else { return }
      let excerpt = Excerpt(of: body, matching: query, length: 100)
      guard excerpt.pieces.contains(where: \.isMatch) else { return }
      found[item] = excerpt.pieces.map(\.text).joined()
    }
    for entry in entries {
      add(.day(entry.day), title: entry.text.headline, body: entry.text.body)
    }
    for note in notes.map(\.note) {
      add(.note(note.id), title: NoteSummary.title(of: note.text), body: note.text.body)
    }
    return found
  }
}
