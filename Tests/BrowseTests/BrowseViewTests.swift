import Diary
import Journal
import Localization
import Terminal
import Testing
import Views

@testable import Browse

@Suite struct BrowseViewTests {
  private typealias Stage = BrowseStage

  /// Every size, language and list.
  private static let scenes = Stage.languages.flatMap { language in
    Stage.sizes.flatMap { size in
      ["", "2", "3", "5", "?", "@", "\t", "a", "+", "f", "v", "y", ":"].map { (language, size, $0) }
    }
  }

  @Test func `fits every screen in every language`() {
    for (language, size, key) in Self.scenes {
      for unicode in [true, false] {
        var state = Stage.state(language, size: size, unicode: unicode)
        if !key.isEmpty { Stage.press(&state, key == "\t" ? .tab : .text(key)) }
        let frame = BrowseView.frame(of: state)
        let lines = frame.grid.lines
        #expect(lines.count == size.rows)
        for line in lines {
          #expect(
            Screen.plain().measure.width(of: line) <= size.columns, "\(language) \(size): \(line)")
          // What was written contains an escape sequence and an emoji of several characters.
          #expect(!line.contains("\u{1B}"))
        }
        #expect((0..<size.rows).contains(frame.cursor.row))
        #expect((0..<size.columns).contains(frame.cursor.column))
      }
    }
  }

  @Test func `its own words are ASCII where nothing else can be shown`() {
    var state = Stage.state(size: (100, 30), unicode: false)
    Stage.press(&state, .text("3"))
    let own = Stage.lines(state).map { $0.replacing("회의록 정리", with: "") }
    let foreign = own.joined().unicodeScalars.filter { !$0.isASCII }
    #expect(
      foreign.allSatisfy {
        Stage.title.unicodeScalars.contains($0) || "첫째줄".unicodeScalars.contains($0)
      })
  }

  @Test func `says that a tiny screen is too small`() {
    let lines = Stage.lines(Stage.state(size: (20, 6)))
    #expect(lines.joined(separator: " ").contains("too small"))
    #expect(Stage.lines(Stage.state(size: (0, 0))).isEmpty)
  }

  @Test(arguments: [("en_US", "Less", "More"), ("ko_KR", "적음", "많음")])
  func `explains the shades of the year`(language: String, less: String, more: String) {
    let state = Stage.state(language, size: (120, 40), color: true)
    #expect(Stage.lines(state).contains { $0.contains(less) && $0.contains(more) })
  }

  @Test func `marks commits with notes as other lists do`() {
    let state = Stage.state()
    let drawing = ListDrawing(state: state, screen: state.context.screen, width: 96)
    for (notes, subject) in [(0, "  Cache"), (1, "  * Cache"), (12, "  *12 Cache")] {
      let found = RepositoryCommit(
        repository: Stage.commit.repository, commit: Stage.commit.commit, notes: notes)
      let row = ListRow.commit(found, Stage.today, isMarked: false)
      let text = drawing.text(of: row, drawing.columns(of: [row])).plain
      #expect(text.contains(subject), "\(text)")
    }
  }

  /// The row of a day, without the marks of the selection.
  private func row(_ counts: DayCounts, _ title: String, width: Int) -> String {
    let state = Stage.state(size: (100, 30))
    let drawing = ListDrawing(state: state, screen: state.context.screen, width: width)
    let row = ListRow.day(Stage.today, counts, title: title)
    return drawing.text(of: row, drawing.columns(of: [row])).plain
  }

  @Test func `busy days keep their marks on narrow screens`() {
    let busy = DayCounts(hasEntry: true, notes: 3, openToDos: 1, doneToDos: 2, commits: 14)
    let title = "Paired on the parser all day"
    #expect(row(busy, title, width: 60).hasSuffix("*3 [ ]1 [x]2 +14"))
    #expect(row(busy, title, width: 32) == "Nov 21  Paired … … [ ]1 [x]2 +14")
    #expect(row(busy, title, width: 24) == "Nov 21  Paired on… … +14")
    #expect(row(busy, "", width: 12).count <= 12)
    for width in 8...90 {
      let row = row(busy, title, width: width)
      #expect(row.count <= max(width, 12) && row.contains("+14"), "\(width): \(row)")
    }
  }

  @Test(arguments: [(60, true), (80, true), (100, true), (160, true), (50, false)])
  func `every list says of which day a row is`(columns: Int, isDated: Bool) {
    var state = Stage.state(size: (columns, 30))
    Stage.press(&state, .text("2"))
    #expect(Stage.lines(state).contains { $0.contains("Nov 20  Note 1") } == isDated)
    let drawing = ListDrawing(state: state, screen: state.context.screen, width: 32)
    let old = ListRow.note(NoteSummary(Stage.note(900)))
    #expect(drawing.text(of: old, drawing.columns(of: [old])).plain.contains("2024-") == isDated)
  }

  /// The parameters of a cell that is drawn.
  private func marks(_ state: BrowseState) -> [Cell] {
    let grid = BrowseView.frame(of: state).grid
    let area = state.layout.contents(of: .year)
    return area.rows.flatMap { row in area.columns.map { grid[row, $0] } }
      .filter { ["@", "[", "]", "(", ")"].contains($0.text) }
  }

  @Test(arguments: [(100, 30), (160, 50)], Theme.all)
  func `the selected day is in the colors of the terminal's text`(
    size: (columns: Int, rows: Int), theme: Theme
  ) {
    var state = Stage.state(size: size, color: true)
    for background in Background.allCases {
      state.context.screen.palette = theme.palette(on: background)
      let marks = marks(state)
      #expect(!marks.isEmpty && marks.allSatisfy { $0.parameters == "1;7" })
    }
    Stage.press(&state, .text("v"), .text("k"))
    #expect(self.marks(state).allSatisfy { ["1", "1;7"].contains($0.parameters) })
  }

  @Test func `the selected row has one background`() {
    let state = Stage.state(size: (100, 30), color: true)
    let grid = BrowseView.frame(of: state).grid
    let area = state.listRows
    let row = area.rows.first { grid[$0, area.columns.lowerBound].text == ">" } ?? 0
    let cells = area.columns.dropFirst(2).map { grid[row, $0].parameters }
    #expect(Set(cells) == ["7"])
  }

  @Test(arguments: [true, false])
  func `a bar follows the title of the active panel`(unicode: Bool) {
    var state = Stage.state(size: (100, 30), unicode: unicode)
    let bar = unicode ? "━━━" : "==="
    for panel in Panel.allCases {
      state.focus = panel
      let titles = Panel.allCases.map {
        Stage.lines(state)[state.layout.area(of: $0).rows.lowerBound]
      }
      #expect(titles.contains { $0.contains(bar) }, "\(panel)")
    }
  }

  @Test(arguments: BrowseStage.languages)
  func `an empty day names the keys that write`(language: String) {
    var state = Stage.state(language)
    state.isReading = false
    let day = Stage.today - 1
    state.apply(.day(DayRecord(day: day)))
    Stage.press(&state, .text("k"))
    let text = Stage.lines(state).joined(separator: "\n")
    for message in [Message.browseKeyJot, .browseKeyAddToDo, .browseKeyNote] {
      #expect(text.contains(state.reader.say(message)), "\(text)")
    }
  }

  @Test func `own commits are marked among those of others, with who made them`() {
    var state = Stage.state(size: (220, 30))
    var other = Stage.commit
    other.commit = Commit(
      sha: String(repeating: "9", count: 40), subject: "Merge", author: "Somebody Else",
      date: Stage.moment)
    Stage.press(&state, .text("4"))
    state.apply(Stage.commits([Stage.commit, other], own: [Stage.commit.commit.sha]))
    let lines = Stage.lines(state)
    #expect(
      lines.contains { $0.contains("+*  Cache the index") || $0.contains("+* Cache the index") })
    #expect(lines.contains { $0.contains("Merge") && $0.contains("Somebody Else") })
    Stage.press(&state, .text("A"))
    #expect(state.missingCommits == [.own])
    state.apply(Stage.commits([Stage.commit], .own))
    #expect(Stage.lines(state).contains { $0.contains("  * Cache the index") })
    Stage.press(&state, .text("*"))
    #expect(state.list.count == 2)
  }

  @Test func `outside of a clone the list has one's own commits`() {
    var state = Stage.state()
    Stage.press(&state, .text("4"))
    state.apply(.commits(.clone, FoundCommits(isThere: false)))
    #expect(state.missingCommits == [.own])
    state.apply(Stage.commits([], .own))
    #expect(Stage.lines(state).contains { $0.contains("No commits here") })
  }

  @Test func `marks the selection without color`() {
    let state = Stage.state(size: (80, 24))
    #expect(Stage.lines(state).contains { $0.contains("> Nov 21") })
    #expect(
      Stage.lines(state).contains { $0.contains("[1 Days] 2 Notes 3 To-dos 4 Commits 5 Search") })
  }

  @Test func `shows one panel on narrow screens and two on wide ones`() {
    #expect(!Stage.lines(Stage.state(size: (60, 24))).contains { $0.contains("│") })
    #expect(Stage.lines(Stage.state(size: (80, 24))).contains { $0.contains("│") })
    var full = Stage.state(size: (100, 30))
    Stage.press(&full, .text("+"))
    #expect(!Stage.lines(full).contains { $0.contains("│") })
  }

  @Test(arguments: [("en_US", "? Keys"), ("ko_KR", "? 키 목록"), ("ja_JP", "? キー一覧")])
  func `names the keys on the bottom line`(language: String, words: String) {
    #expect(Stage.lines(Stage.state(language)).last?.hasPrefix(words) == true)
  }

  @Test func `shows what is typed and the cursor`() {
    var state = Stage.state(size: (60, 24))
    Stage.press(&state, .text("a"), .text("우유 사기"))
    let frame = BrowseView.frame(of: state)
    #expect(frame.grid.lines.last == "To-do: 우유 사기")
    #expect(frame.cursor == FrameCursor(row: 23, column: 16, isVisible: true))
  }
}
