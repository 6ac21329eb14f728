import Diary
import Localization
import Terminal
import Testing

@testable import App
@testable import Browse
@testable import Context
@testable import Journal
@testable import Views

/// States of the screen for tests: a Saturday with an entry, a to-do and commits.
enum BrowseStage {
  static let today = Day(iso: "2026-11-21")!
  static let languages = ["en_US", "ko_KR", "ja_JP", "de_DE"]
  static let sizes: [(columns: Int, rows: Int)] = [
    (160, 40), (100, 30), (60, 24), (40, 12), (24, 8),
  ]

  static func context(
    _ language: String = "en_US", columns: Int = 100, unicode: Bool = true, color: Bool = false
  ) -> ViewContext {
    var screen = Screen(
      environment: ["TERM": "xterm-256color"], isTerminal: true, size: (columns, 30),
      isUTF8: unicode, color: color ? .always : .never)
    screen.width = columns
    // Without UTF-8, the language is English in ASCII.
    let reader =
      unicode
      ? Reader(LanguagePreference(chosen: LanguageTag(language)) { _ in nil })
      : Reader(LanguagePreference(chosen: nil) { $0 == "LANG" ? "C" : nil })
    let now = Moment(Instant(rfc3339: "2026-11-21T03:00:00Z")!, offset: 9 * 3600)
    return ViewContext(reader: reader, screen: screen, now: now) { Moment($0, offset: 9 * 3600) }
  }

  static func state(
    _ language: String = "en_US", size: (columns: Int, rows: Int) = (100, 30),
    unicode: Bool = true, color: Bool = false
  ) -> BrowseState {
    var state = BrowseState(
      context: context(language, columns: size.columns, unicode: unicode, color: color), size: size)
    fill(&state)
    return state
  }

  /// Reads what is missing from a journal that exists only here.
  static func fill(_ state: inout BrowseState) {
    switch state.tab {
    case .days, .commits, .search: break
    case .notes: state.list.count = 1000
    case .toDos:
      state.list.replace(with: toDos.map(ListRow.toDo), version: state.version)
    }
    state.scrollList()
    if let missing = state.missingRows {
      state.keep(missing.map { row($0, of: state) }, at: missing)
      state.selectDayOfRow()
    }
    if state.needsPage, let subject = state.subject { state.keep(page(of: subject)) }
    state.layOutPage()
  }

  private static func row(_ position: Int, of state: BrowseState) -> ListRow? {
    switch state.tab {
    case .days:
      let day = state.span.lowerBound + position
      return .day(day, day == today ? counts : DayCounts(), title: day == today ? title : "")
    case .notes:
      return .note(NoteSummary(note(position)))
    default: return state.list.row(at: position)
    }
  }

  static let title = "캐시를 고친 날 \u{1B}[31m👨‍👩‍👧‍👦"
  private static let counts = DayCounts(hasEntry: true, notes: 2, openToDos: 1, commits: 5)

  static let moment = Moment(Instant(rfc3339: "2026-11-20T23:00:00Z")!, offset: 9 * 3600)

  static func note(_ number: Int) -> FoundNote {
    let id = Identifier(bits: UInt64(number))
    return FoundNote(
      note: Note(
        id: id, repository: Repository(name: "github.com/octocat/hello"), commit: nil,
        text: Text(title: "Note \(number)", body: "Body", tags: ["perf"]), version: 1,
        day: today - number, createdAt: moment, updatedAt: moment, deletedAt: nil),
      shortID: String(id.text.suffix(4)))
  }

  static func toDo(_ number: Int, _ text: String, done: Bool = false) -> FoundToDo {
    let id = Identifier(bits: UInt64(1000 + number))
    return FoundToDo(
      toDo: ToDo(
        id: id, day: today, number: number, details: ToDo.Details(text: text), version: 1,
        doneAt: done ? moment : nil,
        createdAt: moment, updatedAt: moment, deletedAt: nil), shortID: "t00\(number)")
  }

  static let commit = RepositoryCommit(
    repository: Repository(name: "github.com/octocat/hello"),
    commit: Commit(
      sha: "3f2a9c1b5d7e90123456789abcdef0123456789a", subject: "Cache the index",
      author: "Octo", date: moment), notes: 1)

  /// Commits of today, as they are read from clones.
  static func commits(
    _ all: [RepositoryCommit], _ choice: CommitChoice = .clone, own: Set<String> = []
  ) -> BrowseResult {
    let rows = all.map { ListRow.commit($0, today, isMarked: own.contains($0.commit.sha)) }
    return .commits(choice, FoundCommits(rows: rows, origin: nil))
  }

  static let toDos = [toDo(1, "Write the tests"), toDo(2, "회의록 정리", done: true)]

  static func page(of subject: PageSubject) -> PageContent {
    switch subject {
    case .day(let day):
      guard day == today else { return .day(DayRecord(day: day)) }
      let entry = Entry(
        day: day, text: Text(title: title, body: "첫째 줄\nsecond line"), weather: nil,
        version: 3, createdAt: moment, updatedAt: moment, deletedAt: nil)
      return .day(DayRecord(day: day, entry: entry, notes: [], toDos: toDos, commits: []))
    case .note: return .note(note(0), [])
    case .toDo(let id):
      return toDos.first { $0.toDo.id == id }.map { .toDo($0, []) } ?? .missing
    case .commit: return .commit(commit, [note(0)], nil)
    case .entry: return .missing
    case .span(let first, let last): return .span(SpanSums(first...last, [today: counts]))
    case .diff(_, let path):
      return .diff(CommitChanges.File(path: path, added: 1, removed: 0), .reading)
    case .digest(let first, let last): return .digest(first...last, nil)
    }
  }

  /// The effects of keys: letters, and other keys by name.
  @discardableResult
  static func press(_ state: inout BrowseState, _ keys: Key...) -> [BrowseEffect] {
    keys.flatMap { key in
      let effects = state.handle(key)
      fill(&state)
      return effects
    }
  }

  static func refused(_ reason: String) -> CommandOutcome {
    CommandOutcome(status: .journal, output: "", remarks: reason)
  }

  static func done(_ change: DiaryChange, _ records: [FoundRecord]) -> CommandOutcome {
    var result = ChangeResult(change: change, records: records)
    result.isChanged = true
    return CommandOutcome(status: .success, output: "done\n", remarks: "", changes: [result])
  }

  /// The changes among the effects.
  static func changes(_ effects: [BrowseEffect]) -> [DiaryChange] {
    effects.compactMap { if case .change(let change, _) = $0 { change } else { nil } }
  }

  static func lines(_ state: BrowseState) -> [String] { BrowseView.frame(of: state).grid.lines }
}
