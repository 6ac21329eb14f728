import Diary
import Journal
import Records
import Terminal
import Testing

@testable import App
@testable import Browse
@testable import Context
@testable import Views

/// The cursor on the records of a page, and what is opened from there.
@Suite struct PageCursorTests {
  private typealias Stage = BrowseStage

  /// The page of a day with a commit, a note and two to-dos, with the focus.
  private func page() -> BrowseState {
    var state = Stage.state()
    var record = DayRecord(
      day: Stage.today, entry: nil, notes: [Stage.note(7)], toDos: Stage.toDos,
      commits: [Stage.commit])
    record.events = []
    state.focus = .page
    state.keep(.day(record))
    state.layOutPage()
    return state
  }

  @Test func `moves from record to record`() {
    var state = page()
    var cursors: [PageItem?] = []
    for _ in 0..<6 {
      _ = state.handle(Key.down)
      cursors.append(state.page.cursor)
    }
    let toDos = Stage.toDos.map { PageItem.toDo($0.toDo.id) }
    #expect(
      cursors == [
        .commit(Stage.commit.commit.sha), .note(Stage.note(7).note.id), toDos[0], toDos[1],
        toDos[1], toDos[1],
      ])
    _ = state.handle(Key.up)
    #expect(state.page.cursor == .toDo(Stage.toDos[0].toDo.id))
    for _ in 0..<4 { _ = state.handle(Key.up) }
    #expect(state.page.cursor == nil)
  }

  @Test func `acts on the record under the cursor`() {
    var state = page()
    for _ in 0..<3 { _ = state.handle(Key.down) }
    #expect(
      state.handle(.text(" ")) == [.change(.finishToDos([Stage.toDos[0].toDo.id]))])
    _ = state.handle(Key.up)
    #expect(state.handle(.text("e")) == [.edit(.note(Stage.note(7).note.id))])
    _ = state.handle(Key.up)
    #expect(
      state.handle(.text("w")) == [.show(["why", Stage.commit.commit.sha])])
    let note = EditedText.newNote(on: Stage.commit.repository, Stage.commit.commit)
    #expect(state.handle(.text("c")) == [.edit(note)])
    #expect(
      note.words([:]) == [
        "notes", "add", "--repo", "github.com/octocat/hello", "--commit",
        Stage.commit.commit.sha,
      ])
  }

  @Test func `opens a commit from a day and returns`() {
    var state = page()
    _ = state.handle(Key.down)
    _ = state.handle(.enter)
    let sha = Stage.commit.commit.sha
    #expect(state.subject == .commit(sha: sha))
    #expect(
      state.missingChanges == .changes(Stage.commit.commit, Stage.commit.repository))
    state.keep(.commit(Stage.commit, [Stage.note(7)], nil))
    state.apply(
      .changes(
        sha: sha,
        CommitChanges(
          body: "The index is\nread once.\n",
          files: [
            .init(path: "src/cache.c", added: 12, removed: 3),
            .init(path: "logo.png", added: nil, removed: nil),
          ])))
    state.layOutPage()
    let lines = (state.page.lines ?? []).map(\.plain)
    #expect(lines.contains("read once."))
    #expect(lines.contains("2 files changed  +12  -3"))
    #expect(lines.contains("     +12  -3  src/cache.c"))
    #expect(lines.contains("  binary      logo.png"))
    #expect(state.missingChanges == nil)
    _ = state.handle(Key.down)
    #expect(state.page.cursor == .note(Stage.note(7).note.id))
    _ = state.handle(.enter)
    #expect(state.subject == .note(Stage.note(7).note.id))
    _ = state.handle(.escape)
    #expect(state.subject == .commit(sha: sha))
    _ = state.handle(.escape)
    #expect(state.subject == .day(Stage.today))
  }

  @Test func `stays near a record that is gone`() {
    var state = page()
    for _ in 0..<3 { _ = state.handle(Key.down) }
    var record = DayRecord(day: Stage.today, notes: [Stage.note(7)], commits: [Stage.commit])
    record.toDos = [Stage.toDos[1]]
    state.invalidate()
    state.keep(.day(record))
    state.layOutPage()
    #expect(state.page.cursor == .toDo(Stage.toDos[1].toDo.id))
  }

  @Test func `selects and opens with the mouse`() {
    var state = page()
    let line = state.page.items[1].line + state.layout.pageRows.rows.lowerBound
    let click = Key.mouse(MouseEvent(.press, row: line, column: 60))
    _ = state.handle(click)
    #expect(state.page.cursor == .note(Stage.note(7).note.id))
    _ = state.handle(click)
    #expect(state.subject == .note(Stage.note(7).note.id))
  }

  @Test func `shows an entry that was found with its versions`() {
    let text = Text(title: "Cache", body: "Two\nlines")
    let entry = Entry(
      day: Stage.today, text: text, weather: nil, version: 2, createdAt: Stage.moment,
      updatedAt: Stage.moment, deletedAt: nil)
    let old = TextVersion(
      number: 1, state: RecordState(Text(title: "Cash"), on: Stage.today), savedAt: Stage.moment)
    let new = TextVersion(
      number: 2, state: RecordState(text, on: Stage.today), savedAt: Stage.moment)
    let lines = PageContent.entry(entry, [old, new]).lines(in: Stage.context()).map(\.plain)
    #expect(lines.first == "Cache")
    #expect(lines.contains("2 versions"))
    #expect(lines.contains("  Cash"))
  }

  @Test func `opens what a commit changed in a file, and returns to the file`() {
    var state = Stage.state()
    state.apply(Stage.commits([Stage.commit]))
    Stage.press(&state, .text("4"))
    let sha = Stage.commit.commit.sha
    let files = ["a.swift", "b.swift"].map { CommitChanges.File(path: $0, added: 1, removed: 0) }
    state.apply(.changes(sha: sha, CommitChanges(body: "", files: files)))
    Stage.fill(&state)
    Stage.press(&state, .tab, .text("j"), .text("j"), .text("j"))
    let file = PageItem.file(sha: sha, path: "b.swift")
    #expect(state.page.cursor == file)
    #expect(state.selectedCommit?.commit.sha == sha)
    Stage.press(&state, .enter)
    #expect(
      state.missingDiff == .diff(Stage.commit.commit, files[1], Stage.commit.repository))
    #expect(Stage.lines(state).contains { $0.contains("Reading…") })
    state.apply(.diff(file, FileDiff(lines: [FileDiff.Line(.added, "new line")])))
    Stage.fill(&state)
    #expect(state.missingDiff == nil)
    #expect(Stage.lines(state).contains { $0.contains("+new line") })
    Stage.press(&state, .escape)
    state.apply(.changes(sha: sha, CommitChanges(body: "", files: files)))
    Stage.fill(&state)
    #expect(state.subject == .commit(sha: sha))
    #expect(state.page.cursor == file)
  }

  @Test func `goes from section to section, also while the list has the focus`() {
    var state = Stage.state(size: (100, 9))
    Stage.press(&state, .text("J"))
    #expect(state.focus == .list)
    #expect(state.page.scroll > 0)
    Stage.press(&state, .text("K"))
    #expect(state.page.scroll == 0)
  }

  @Test(arguments: [Key.text("g"), .text("K"), .pageUp, .control("u")])
  func `the cursor does not stay on a record out of view`(key: Key) {
    var state = Stage.state(size: (100, 9))
    Stage.press(&state, .tab)
    for _ in 0..<8 { Stage.press(&state, .text("j")) }
    #expect(state.page.cursor != nil)
    Stage.press(&state, key)
    let rows = state.page.scroll..<state.page.scroll + state.layout.pageRows.height
    let row = state.page.items.first { $0.item == state.page.cursor }
    #expect(row.map { rows.contains($0.line) } ?? true)
  }

  @Test(arguments: [(100, 30), (60, 24)])
  func `a to-do has a page of its own, on which its keys act`(columns: Int, rows: Int) {
    var state = Stage.state(size: (columns, rows))
    Stage.press(&state, .text("3"), .enter)
    let id = Stage.toDos[0].toDo.id
    #expect(state.subject == .toDo(id))
    #expect(Stage.lines(state).contains { $0.contains("Write the tests") })
    #expect(Stage.changes(Stage.press(&state, .text(" "))) == [.finishToDos([id])])
    Stage.press(&state, .enter)
    #expect(state.prompt?.line.text == "Write the tests")
  }

  @Test func `Enter on a commit goes on to its files`() {
    var state = Stage.state()
    Stage.press(&state, .text("4"))
    state.apply(Stage.commits([Stage.commit]))
    let sha = Stage.commit.commit.sha
    let file = CommitChanges.File(path: "a.swift", added: 1, removed: 0)
    state.apply(.changes(sha: sha, CommitChanges(body: "Why", files: [file])))
    Stage.fill(&state)
    state.keep(.commit(Stage.commit, [], CommitChanges(body: "Why", files: [file])))
    state.layOutPage()
    Stage.press(&state, .enter)
    #expect(state.focus == .page)
    #expect(BottomLine.items(of: state).contains { $0.action == .open && $0.text == "Files" })
    Stage.press(&state, .enter)
    #expect(state.page.cursor == .file(sha: sha, path: "a.swift"))
    #expect(state.remark == nil)
    Stage.press(&state, .enter)
    #expect(state.subject == .diff(sha: sha, path: "a.swift"))
  }

  @Test func `keys do not apply to a list that is not shown`() {
    var state = Stage.state(size: (60, 14))
    Stage.press(&state, .text("2"))
    #expect(state.targetItem == .note(Stage.note(0).note.id))
    state.focus = .year
    #expect(!state.layout.isVisible(.list))
    #expect(state.targetItem == .day(state.day))
  }
}
