import Diary
import Journal
import Localization
import Terminal
import Views

/// The rows of lists as text. Everything is marked by characters, never by color alone.
struct ListDrawing {
  let state: BrowseState
  let screen: Screen
  /// The columns of a row.
  let width: Int

  private var reader: Reader { state.reader }

  /// The columns of what is in front of the texts, so that these are aligned.
  struct Columns {
    var date = 0
    /// 0 unless rows of several kinds are listed.
    var kind = 0
    /// The marks of commits: own, by an agent, with notes.
    var marks = 0
  }

  func columns(of rows: [ListRow]) -> Columns {
    func widest(_ texts: [StyledText]) -> Int { texts.map { $0.width(on: screen) }.max() ?? 0 }
    return Columns(
      date: widest(rows.map { StyledText(date($0.day)) }), kind: kindWidth(of: rows),
      marks: widest(rows.map(marks(of:))))
  }

  func text(of row: ListRow, _ columns: Columns) -> StyledText {
    guard columns.kind == 0 else { return result(row, columns) }
    let date = StyledText(
      date(row.day), row.day == state.today ? [.day, .bold] : .day
    ).padded(to: columns.date, on: screen)
    let place = showsDay ? date + "  " : ""
    switch row {
    case .day(let day, let counts, let title):
      let text =
        title.isEmpty && day == state.today
        ? state.context.styled(.calendarToday, .remark) : Self.oneLine(title)
      return date + "  " + fitted(text, before: marks(counts), taken: columns.date + 2)
    case .note(let note):
      let commit = StyledText(note.commit.map { $0 + "  " } ?? "", .remark)
      let head = StyledText(note.shortID, .id) + "  " + place + (width >= 60 ? commit : "")
      return head
        + fitted(
          Self.oneLine(note.title),
          before: note.needsLook ? "  " + state.context.lookMark : tags(note.tags),
          taken: head.width(on: screen))
    case .toDo(let found):
      let head: StyledText = found.toDo.isDone ? StyledText("[x] ", .success) : "[ ] "
      let place = width >= 28 ? date + "  " : ""
      let details = state.context.details(of: found.toDo)
      let taken = head.width(on: screen) + place.width(on: screen)
      // The first detail is the due date.
      let ends = [details, Array(details.prefix(1))].map { details in
        details.map { "  " + $0 }.reduce(StyledText(), +)
      }
      let end = ends.first { $0.width(on: screen) <= (width - taken) / 2 } ?? ends[1]
      let text = found.toDo.priorityMark + Self.oneLine(found.toDo.text)
      let room = Swift.max(width - taken - end.width(on: screen), 8)
      return head + place + text.truncated(to: room, on: screen) + end
    case .commit(let found, _, _):
      let marks = marks(of: row).padded(to: columns.marks, on: screen)
      let head =
        (width >= 44 ? StyledText(found.commit.shortSHA, .id) + "  " : "") + place + marks
        + (columns.marks > 0 ? " " : "")
      let end =
        state.commitChoice == .clone
        ? StyledText("  " + found.commit.author, .remark)
        : StyledText("  " + found.repository.shortName, .repository)
      return head
        + fitted(
          Self.oneLine(found.commit.subject),
          before: width >= 60 ? end.truncated(to: width / 4, on: screen) : "",
          taken: head.width(on: screen))
    case .entry(_, let title):
      return date + "  " + Self.oneLine(title)
    }
  }

  /// Whether rows of all lists begin with their day.
  private var showsDay: Bool { state.size.columns >= 60 }

  /// The columns of the names of kinds in a list of search results; 0 in other lists.
  func kindWidth(of rows: [ListRow]) -> Int {
    guard state.tab == .search, width >= 28 else { return 0 }
    return rows.map { screen.measure.width(of: reader.say($0.kind)) }.max() ?? 0
  }

  /// A search result: its kind, its day, and its title with the matches marked. The text around a
  /// match that is not in the title follows.
  private func result(_ row: ListRow, _ columns: Columns) -> StyledText {
    let kind = StyledText(reader.say(row.kind), .remark).padded(to: columns.kind, on: screen)
    let date = StyledText(date(row.day), .day).padded(to: columns.date, on: screen)
    let query = SearchQuery(line: String(state.searchText.prefix(200)))
    func marked(_ text: String, length: Int = 300) -> StyledText {
      state.context.highlighted(Self.oneLine(text).plain, matching: query, length: length)
    }
    let text: StyledText =
      switch row {
      case .day(_, _, let title), .entry(_, let title): marked(title)
      case .note(let note): marked(note.title)
      case .toDo(let found): found.toDo.box + " " + marked(found.toDo.text)
      case .commit(let found, _, _):
        StyledText(found.commit.shortSHA + " ", .id) + marked(found.commit.subject)
      }
    let head = kind + "  " + (showsDay ? date + "  " : "")
    guard let excerpt = state.excerpts[row.item] else { return head + text }
    // The title leaves room for the match.
    let left = Swift.max(width - head.width(on: screen), 0)
    let title = text.truncated(to: left / 2, on: screen)
    let length = Swift.max(left - title.width(on: screen) - 4, 1)
    return head + title + "  " + marked(excerpt, length: length)
  }

  /// The text, cut to leave room for what is at the end of the row.
  private func fitted(_ text: StyledText, before end: StyledText, taken: Int) -> StyledText {
    let room = width - taken
    let endWidth = end.width(on: screen)
    guard endWidth > 0, endWidth + 8 < room else { return text }
    return text.truncated(to: room - endWidth, on: screen)
      .padded(to: room - endWidth, on: screen) + end
  }

  /// The title of a day, cut to leave room for its marks. Where that is not enough, the first marks
  /// are left out, and an ellipsis says so.
  private func fitted(_ title: StyledText, before marks: [StyledText], taken: Int) -> StyledText {
    let room = width - taken
    func end(_ marks: ArraySlice<StyledText>, of all: Int) -> StyledText {
      let left = marks.map { " " + $0 }.reduce(StyledText(), +)
      return marks.count < all ? StyledText(" " + screen.ellipsis) + left : left
    }
    guard let last = marks.last else { return title }
    var ends = marks.indices.map { end(marks.dropFirst($0), of: marks.count) }
    ends.append(" " + last)
    let titled = Swift.min(title.width(on: screen), 8)
    let shown = ends.first { $0.width(on: screen) + titled <= room } ?? " " + last
    let left = Swift.max(room - shown.width(on: screen), 0)
    return title.truncated(to: left, on: screen).padded(to: left, on: screen) + shown
  }

  /// `*2` notes, `[ ]1` open to-do, `+5` commits, as numbers after their marks.
  private func marks(_ counts: DayCounts) -> [StyledText] {
    func mark(_ sign: String, _ count: Int, _ style: Style) -> StyledText? {
      count > 0 ? StyledText(sign + reader.write(count), style) : nil
    }
    return [
      mark("*", counts.notes, .success), mark("[ ]", counts.openToDos, .warning),
      mark("[x]", counts.doneToDos, .remark), mark("+", counts.commits, .id),
    ].compactMap(\.self)
  }

  /// `+` before an own commit among those of others, the mark of an agent, and `*2` notes.
  private func marks(of row: ListRow) -> StyledText {
    guard case .commit(let found, _, let isMarked) = row else { return "" }
    let marks = state.context.agentMark(found.commit) + reader.noteMark(found.notes)
    guard state.tab == .commits, state.commitChoice == .clone else { return marks }
    return StyledText(isMarked ? "+" : " ", .id) + marks
  }

  private func tags(_ tags: [String]) -> StyledText {
    tags.isEmpty || width < 50 ? "" : StyledText("  ") + StyledText(tags: tags)
  }

  /// The days of other years are long, so that narrow rows have them in digits.
  private func date(_ day: Day) -> String {
    if day.date.year != state.today.date.year { return width >= 50 ? reader.date(day) : "\(day)" }
    return width >= 40 ? reader.monthAndDayWithWeekday(day) : reader.monthAndDay(day)
  }

  /// The beginning of a text, because only one line of it is visible.
  private static func oneLine(_ text: String) -> StyledText {
    StyledText(
      text.prefix(300).split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
