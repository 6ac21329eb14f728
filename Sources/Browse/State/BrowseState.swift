import Context
import Diary
import Journal
import Localization
import Views

/// Everything that the screen shows, as a value without a terminal or a journal. Keys and results
/// change it and produce effects; `BrowseView` draws it.
struct BrowseState: Sendable {
  /// The language, the capabilities of the terminal, and the time.
  var context: ViewContext
  var size: (columns: Int, rows: Int)

  /// The selected day. The year and the list of days are always at this day.
  private(set) var day: Day
  /// The days of the list.
  private(set) var span: ClosedRange<Day>
  var focus = Panel.list
  /// Whether the panel with the focus fills the screen.
  var isFull = false
  var yearSize = YearSize.automatic
  var tab = ListTab.days
  /// The list before a search, to which Esc returns.
  var tabBeforeSearch = ListTab.days
  var lists: [ListTab: ListState] = [:]
  var page = PageState()
  /// What was opened from the list or the page, the last one shown; empty for the selected row.
  var opened: [PageSubject] = []
  /// The commits among `opened`.
  var openedCommits: [String: RepositoryCommit] = [:]
  /// One end of the marked days. The selected day is the other one.
  var anchor: Day?
  /// One end of the rows that are selected together, and what is listed of each list.
  var rowAnchor: RowAnchor?
  var choices: [ListTab: ListChoice] = [:]
  /// The day on which the mouse button was pressed.
  var pressedDay: Day?
  var prompt: PromptLine?
  /// The possible completions of the line that is typed.
  var completion: PromptCompletion?
  var completionNumber = 0
  var menu: Menu?
  /// A text that was typed into a prompt that was left with Esc.
  var abandoned: [PromptKind: String] = [:]
  /// The lines that were typed before, the last one at the end.
  var history: [PromptHistory: [String]] = [:]
  /// The selected key in the list of keys.
  var keySelection = 0
  /// Lines that could not be saved while another one was being typed in the same prompt.
  var refused: [PromptLine] = []
  /// The record to put the cursor on once it is read, unless a key is pressed before.
  var requested: PageItem?
  /// The day whose commits were asked for, until they are read or another key is pressed.
  var commitDay: Day?
  /// Whether a word is a command of the program, and whether a command line needs the terminal.
  var isCommand: @Sendable (String) -> Bool = { _ in true }
  var usesTerminal: @Sendable ([String]) -> Bool = { _ in false }
  /// The days of a digest without further options; `nil` for all other commands.
  var digestSpan: @Sendable ([String]) -> ClosedRange<Day>? = { _ in nil }
  /// The keys, with those of the settings.
  var keys = KeyMap.standard
  var overlay: Overlay?
  var remark: Remark?
  var log: [LoggedCommand] = []
  var usesMouse = true
  /// The number of the last search, and its words.
  var searchNumber = 0
  var searchText = ""
  /// The number of the search whose results are listed, and whether more was found than is listed.
  var foundNumber = 0
  var isFoundLimited = false
  /// The text around the match of each result whose title has none.
  var excerpts: [PageItem: String] = [:]

  /// Grows when the journal has changed: what was read before is read again.
  private(set) var version = 0
  /// The commits and contributions of each day; `nil` while they are being read.
  var activity: Activity?
  var contributions: [Day: Int] = [:]
  /// The records of days with the commits of clones.
  var records: [Day: (record: DayRecord, version: Int)] = [:]
  /// What the year shows; `nil` for commits and contributions.
  var measure: Measure?
  var measured: MeasuredYear?
  /// The tags in use, for the menu of measures.
  var tags: [String] = []
  /// The digest that was read last, as of a version of the journal.
  var digest: (span: ClosedRange<Day>, records: [DayRecord], version: Int)?
  /// Which commits the list of commits has, and those that were read.
  var commitChoice = CommitChoice.clone
  var foundCommits: [CommitChoice: FoundCommits] = [:]
  /// What commits changed, by their ids.
  var changes: [String: CommitChanges] = [:]
  /// The diff that was read last; `nil` in it if it could not be read.
  var diff: (file: PageItem, diff: FileDiff?)?
  /// The current weather, if it is known.
  var weather: DayWeather?
  /// Whether clones are being read for the first time.
  var isReading = true
  /// The commands that run beside the screen, the last one at the end.
  var running: [RunningCommand] = []
  /// The change that has not been saved yet.
  var saving: RunningCommand?

  init(context: ViewContext, size: (columns: Int, rows: Int)) {
    self.context = context
    self.size = size
    day = context.today
    span = day - 366...day + 31
    for tab in ListTab.allCases { lists[tab] = ListState() }
    select(day)
  }

  var today: Day { context.today }
  var calendar: DayReader {
    DayReader(reader: context.reader, today: today, firstWeekday: context.firstWeekday)
  }
  var reader: Reader { context.reader }

  var list: ListState {
    get { lists[tab] ?? ListState() }
    set { lists[tab] = newValue }
  }

  /// What the page is about.
  var subject: PageSubject? {
    if let last = opened.last { return last }
    if tab == .days, !choice.isFiltered || marked != nil {
      return marked.map { .span($0.lowerBound, $0.upperBound) } ?? .day(day)
    }
    return list.selectedRow?.subject
  }

  /// The days from the anchor to the selected one.
  var marked: ClosedRange<Day>? {
    guard tab == .days, let anchor else { return nil }
    return Swift.min(anchor, day)...Swift.max(anchor, day)
  }

  // MARK: The selected day

  /// Selects a day and makes it part of the list of days.
  mutating func select(_ day: Day) {
    self.day = Self.limited(day)
    extend(to: self.day...self.day)
    guard isFiltered(.days) else {
      lists[.days]?.selection = self.day - span.lowerBound
      return
    }
    if let row = lists[.days]?.rows.firstIndex(where: { $0?.day == self.day }) {
      lists[.days]?.selection = row
    } else if lists[.days]?.version == version {
      // The day is not among those that the filter has found.
      choices[.days] = nil
      lists[.days] = ListState()
      select(day)
    }
  }

  /// Makes the list of days longer. The visible rows stay where they are.
  mutating func extend(to days: ClosedRange<Day>) {
    let first = Swift.min(span.lowerBound, days.lowerBound)
    let last = Swift.max(span.upperBound, days.upperBound)
    let added = span.lowerBound - first
    span = first...last
    if isFiltered(.days) { return }
    var list = lists[.days] ?? ListState()
    list.count = last - first + 1
    list.top += added
    list.selection = day - first
    if added > 0 { list.version = -1 }
    lists[.days] = list
  }

  /// Days outside of the calendar cannot be saved.
  private static func limited(_ day: Day) -> Day {
    Swift.max(Day(number: -719_162), Swift.min(day, Day(number: 2_932_896)))
  }

  /// Selects the day of the selected row.
  mutating func selectDayOfRow() {
    if tab == .days, !choice.isFiltered {
      day = span.lowerBound + list.selection
    } else if let row = list.selectedRow {
      day = Self.limited(row.day)
      extend(to: day...day)
    }
  }

  mutating func show(_ tab: ListTab) {
    if tab == .search, self.tab != .search { tabBeforeSearch = self.tab }
    self.tab = tab
    opened = []
    rowAnchor = nil
    if tab == .days {
      select(day)
    } else {
      anchor = nil
      selectDayOfRow()
    }
  }

  /// Begins on the page of a commit.
  mutating func begin(with found: RepositoryCommit) {
    select(context.day(of: found.commit.date.instant))
    openedCommits[found.commit.sha] = found
    opened = [.commit(sha: found.commit.sha)]
    focus = .page
  }

  // MARK: Changes of the journal

  /// Marks everything that was read as old.
  mutating func invalidate() { version += 1 }

  /// Continues with another time, and with another day after midnight. The screen stays.
  mutating func update(_ context: ViewContext) {
    let (old, screen) = (today, self.context.screen)
    self.context = context
    self.context.screen = screen
    guard today != old else { return }
    if day == old { select(today) }
    extend(to: today...today + 31)
    invalidate()
  }
}

/// Where the cursor is, to find out whether it was moved while a command ran.
struct CursorPlace: Hashable, Sendable {
  var tab: ListTab
  var focus: Panel
  var selection: Int
  var day: Day
  var opened: [PageSubject]
  var item: PageItem?
}

extension BrowseState {
  var place: CursorPlace {
    CursorPlace(
      tab: tab, focus: focus, selection: list.selection, day: day, opened: opened,
      item: page.cursor)
  }

  /// Puts the cursor on what was added or restored, unless it was moved meanwhile.
  mutating func placeCursor(after result: ChangeResult, begunAt place: CursorPlace) {
    guard self.place == place else { return }
    switch result.change {
    case .addToDos, .restore, .restoreVersion, .takeBack:
      if let toDo = result.records.toDos.first {
        requested = .toDo(toDo.toDo.id)
      } else if let note = result.records.notes.first {
        requested = .note(note.note.id)
      } else if let entry = result.records.entry, tab == .days, anchor == nil, opened.isEmpty {
        select(entry.day)
      }
    default: break
    }
  }
}
