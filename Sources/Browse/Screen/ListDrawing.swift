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

  /// The columns of the dates, so that the texts after them are aligned.
  func dateWidth(of rows: [ListRow]) -> Int {
    rows.map { StyledText(date($0.day)).width(on: screen) }.max() ?? 0
  }

  /// - Parameter kindWidth: the columns of the names of kinds, if rows of several kinds are listed.
  func text(of row: ListRow, dateWidth: Int, kindWidth: Int = 0) -> StyledText {
    guard kindWidth == 0 else { return result(row, dateWidth: dateWidth, kindWidth: kindWidth) }
    let date = StyledText(
      date(row.day), row.day == state.today ? [.day, .bold] : .day
    ).padded(to: dateWidth, on: screen)
    switch row {
    case .day(let day, let counts, let title):
      let text =
        title.isEmpty && day == state.today
        ? state.context.styled(.calendarToday, .remark) : Self.oneLine(title)
      return date + "  " + fitted(text, before: marks(counts), taken: dateWidth + 2)
    case .note(let note):
      let id = StyledText(note.shortID, .id)
      let commit = StyledText(note.commit.map { $0 + "  " } ?? "", .remark)
      let head = id + "  " + (width >= 50 ? date + "  " : "") + (width >= 60 ? commit : "")
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
      return head + place
        + fitted(
          found.toDo.priorityMark + Self.oneLine(found.toDo.text), before: end,
          taken: taken)
    case .commit(let found, _):
      let marks = state.context.agentMark(found.commit) + reader.noteMark(found.notes)
      let notes = marks.isEmpty ? marks : marks + " "
      let head =
        StyledText(found.commit.shortSHA, .id) + "  " + (width >= 44 ? date + "  " : "") + notes
      return head
        + fitted(
          Self.oneLine(found.commit.subject),
          before: width >= 60 ? StyledText("  " + found.repository.shortName, .repository) : "",
          taken: head.width(on: screen))
    case .entry(_, let title):
      return date + "  " + Self.oneLine(title)
    }
  }

  /// The columns of the names of kinds in a list of search results; 0 in other lists.
  func kindWidth(of rows: [ListRow]) -> Int {
    guard state.tab == .search, width >= 28 else { return 0 }
    return rows.map { screen.measure.width(of: reader.say($0.kind)) }.max() ?? 0
  }

  /// A search result: its kind, its day, and its title with the matches marked. The text around a
  /// match that is not in the title follows.
  private func result(_ row: ListRow, dateWidth: Int, kindWidth: Int) -> StyledText {
    let kind = StyledText(reader.say(row.kind), .remark).padded(to: kindWidth, on: screen)
    let date = StyledText(date(row.day), .day).padded(to: dateWidth, on: screen)
    let query = SearchQuery(line: String(state.searchText.prefix(200)))
    func marked(_ text: String, length: Int = 300) -> StyledText {
      state.context.highlighted(Self.oneLine(text).plain, matching: query, length: length)
    }
    let text: StyledText =
      switch row {
      case .day(_, _, let title), .entry(_, let title): marked(title)
      case .note(let note): marked(note.title)
      case .toDo(let found): found.toDo.box + " " + marked(found.toDo.text)
      case .commit(let found, _):
        StyledText(found.commit.shortSHA + " ", .id) + marked(found.commit.subject)
      }
    let head = kind + "  " + (width >= 50 ? date + "  " : "")
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

  /// ` *2 notes, [ ]1 open to-do, +5 commits`, as numbers after their marks.
  private func marks(_ counts: DayCounts) -> StyledText {
    var marks = StyledText()
    if counts.notes > 0 { marks.append(" *\(reader.write(counts.notes))", .success) }
    if counts.openToDos > 0 { marks.append(" [ ]\(reader.write(counts.openToDos))", .warning) }
    if counts.doneToDos > 0 { marks.append(" [x]\(reader.write(counts.doneToDos))", .remark) }
    if counts.commits > 0 { marks.append(" +\(reader.write(counts.commits))", .id) }
    return marks
  }

  private func tags(_ tags: [String]) -> StyledText {
    tags.isEmpty || width < 50 ? "" : StyledText("  ") + StyledText(tags: tags)
  }

  private func date(_ day: Day) -> String {
    if day.date.year != state.today.date.year { return reader.date(day) }
    return width >= 40 ? reader.monthAndDayWithWeekday(day) : reader.monthAndDay(day)
  }

  /// The beginning of a text, because only one line of it is visible.
  private static func oneLine(_ text: String) -> StyledText {
    StyledText(
      text.prefix(300).split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
}
