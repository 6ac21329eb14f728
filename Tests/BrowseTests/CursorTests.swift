import Diary
import Journal
import Localization
import Terminal
import Testing
import Views

@testable import Browse

/// Where the cursor is after a change, and what the bottom line says about it.
@Suite struct CursorTests {
  private typealias Stage = BrowseStage

  private let done = CommandOutcome(status: .success, output: "t003\n", remarks: "")

  private func pending(_ words: [String], in state: BrowseState) -> PendingChange {
    var pending = PendingChange(
      change: Change(words: words), kind: .new(before: nil), words: words)
    pending.place = state.place
    pending.deletion = state.deletion(by: words)
    return pending
  }

  private func reload(_ state: inout BrowseState, _ toDos: [FoundToDo]) {
    state.invalidate()
    state.list.replace(
      with: toDos.map(ListRow.toDo), version: state.version, selecting: state.requested)
    state.selectDayOfRow()
  }

  @Test(arguments: ["t003", BrowseStage.toDo(3, "New").toDo.id.text])
  func `goes to a new to-do`(id: String) {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    let change = pending(["todo", "add", "--day", "2026-11-21", "--", "New"], in: state)
    state.placeCursor(
      after: change, CommandOutcome(status: .success, output: "\(id)\n", remarks: ""))
    reload(&state, Stage.toDos + [Stage.toDo(3, "New")])
    #expect(state.selectedToDo?.shortID == "t003")
  }

  @Test func `stays where it was moved to while a to-do was added`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    let change = pending(["todo", "add", "--day", "2026-11-21", "--", "New"], in: state)
    Stage.press(&state, .text("j"))
    state.placeCursor(after: change, done)
    reload(&state, [Stage.toDo(3, "New")] + Stage.toDos)
    #expect(state.selectedToDo?.shortID == "t002")
  }

  @Test func `a key before the new to-do is read keeps the cursor`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    state.placeCursor(after: pending(["todo", "add", "--", "New"], in: state), done)
    Stage.press(&state, .text("j"))
    reload(&state, [Stage.toDo(3, "New")] + Stage.toDos)
    #expect(state.selectedToDo?.shortID == "t002")
  }

  @Test func `goes to a restored to-do in the list and on the page`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    reload(&state, [Stage.toDos[1]])
    state.placeCursor(after: pending(["todo", "restore", "t001"], in: state), done)
    reload(&state, Stage.toDos)
    #expect(state.selectedToDo?.shortID == "t001")

    var page = Stage.state()
    Stage.press(&page, .tab, .text("j"), .text("j"))
    #expect(page.page.cursor == .toDo("t002"))
    page.placeCursor(after: pending(["todo", "restore", "t001"], in: page), done)
    page.invalidate()
    Stage.fill(&page)
    #expect(page.page.cursor == .toDo("t001"))
  }

  @Test func `keeps the day that is shown when a to-do is moved`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    state.placeCursor(
      after: pending(["todo", "move", "t001", "--to", "tomorrow"], in: state), done)
    var moved = Stage.toDos
    moved[0].toDo.day = Stage.today + 1
    reload(&state, moved)
    #expect(state.selectedToDo?.shortID == "t001")
    #expect(state.day == Stage.today)
    #expect(state.subject == .day(Stage.today))
    state.moveList(by: 1)
    state.moveList(by: -1)
    #expect(state.day == Stage.today + 1)
    #expect(state.subject == .day(Stage.today + 1))
  }

  // MARK: Deletions

  @Test(arguments: [(100, "Deleted note 0000: Note 0  u Undo"), (40, "u Undo"), (24, "u Undo")])
  func `names what was deleted and the key that restores it`(columns: Int, expected: String) {
    var state = Stage.state(size: (columns, 20))
    Stage.press(&state, .text("2"))
    let words = ["notes", "delete", "0000", "--yes"]
    let deletion = state.deletion(by: words).map { state.reader.say($0) } ?? ""
    state.undoStack = [Change(words: words, undo: ["notes", "restore", "0000"])]
    state.remark = Remark(text: deletion, action: .undo)
    #expect(
      Stage.lines(state).last?.hasSuffix(expected) == true, "\(Stage.lines(state).last ?? "")")
    let column = BottomLine.remarkItem(of: state)?.area.columns.lowerBound ?? -1
    #expect(
      Stage.press(&state, .mouse(MouseEvent(.press, row: 19, column: column))) == [.undo])
  }

  @Test func `names the entry that was deleted`() {
    var state = Stage.state("ko_KR", size: (40, 20))
    let deletion = state.deletion(by: ["diary", "delete", "2026-11-21", "--yes"])
    state.remark = Remark(text: deletion.map { state.reader.say($0) } ?? "", action: .undo)
    #expect(Stage.lines(state).last?.hasPrefix("11월 21일 일기 삭제함: 캐") == true)
    #expect(
      Stage.lines(state).last?.hasSuffix("u 실행 취소") == true, "\(Stage.lines(state).last ?? "")")
  }

  // MARK: Refusals

  @Test func `opens no page of a repository without one`() {
    var state = Stage.state()
    var found = Stage.commit
    found.repository = Repository(name: "/home/me/notes")
    state.apply(.commits([DayRecord(day: Stage.today, commits: [found])]))
    Stage.press(&state, .text("4"))
    #expect(!BottomLine.items(of: state).contains { $0.action == .openPage })
    #expect(Stage.press(&state, .text("o")).isEmpty)
    #expect(state.remark?.text.contains("exists only on this computer") == true)
    state.apply(.commits([DayRecord(day: Stage.today, commits: [Stage.commit])]))
    #expect(BottomLine.items(of: state).contains { $0.action == .openPage })
  }

  @Test(arguments: [
    ("en_US", "Not a day or a command: blorp 3"), ("ko_KR", "날짜도 명령도 아닙니다: blorp 3"),
    ("ja_JP", "日付でもコマンドでもありません: blorp 3"),
  ])
  func `says that a word is neither a day nor a command`(language: String, expected: String) {
    var state = Stage.state(language)
    state.isCommand = { $0 == "tags" }
    #expect(Stage.press(&state, .text(":"), .text("blorp 3"), .enter).isEmpty)
    #expect(state.remark == Remark(text: expected, isFailure: true))
    #expect(state.prompt?.line.text == "blorp 3")
    Stage.press(&state, .escape)
    #expect(
      Stage.press(&state, .text(":"), .control("u"), .text("tags"), .enter) == [.show(["tags"])])
  }

  @Test(arguments: [("en_US", 80), ("en_US", 100), ("ko_KR", 80), ("ja_JP", 80)])
  func `shows as many names of lists as fit, and the dates of to-dos`(
    language: String, columns: Int
  ) {
    var state = Stage.state(language, size: (columns, 24))
    let notes = "2 " + state.reader.say(.dayNotes)
    #expect(Stage.lines(state).contains { $0.contains(notes) })
    Stage.press(&state, .text("3"))
    var moved = Stage.toDos
    moved[0].toDo.day = Stage.today + 3
    reload(&state, moved)
    let date = state.reader.monthAndDay(Stage.today + 3)
    #expect(Stage.lines(state).contains { $0.hasPrefix("> [ ] ") && $0.contains(date) })
  }

  @Test func `the help explains the year and how to restore what was deleted earlier`() {
    var state = Stage.state(size: (200, 100))
    Stage.press(&state, .text("?"))
    let lines = Stage.lines(state)
    #expect(lines.contains { $0.contains("a stronger color means more") })
    #expect(lines.contains { $0.contains("notes restore ID") })
  }

  @Test func `every list has the key of commands on the bottom line`() {
    for tab in ["1", "2", "3", "4", "5"] {
      var state = Stage.state(size: (120, 36))
      Stage.press(&state, .text(tab))
      #expect(BottomLine.items(of: state).contains { $0.action == .command }, "\(tab)")
    }
  }

  // MARK: Lines of another day

  @Test func `a refused line keeps the day for which it was typed`() {
    var state = Stage.state()
    Stage.press(&state, .text("k"))
    let other = Stage.today - 1
    let effects = Stage.press(&state, .text("a"), .text("milk"), .enter)
    Stage.press(&state, .text("t"))
    guard case .change(let change)? = effects.first else {
      Issue.record("no change")
      return
    }
    #expect(state.typedText(of: change)?.kind == .toDo(on: other))
    state.refuse(change, "no space")
    #expect(state.day == Stage.today)
    #expect(state.prompt?.kind == .toDo(on: other))
    #expect(Stage.press(&state, .enter) == [.change(change)])
    let jot = Change(words: ["jot", "--at", "2026-11-03", "--", "--at"])
    #expect(state.typedText(of: jot)?.kind == .jot(on: Day(iso: "2026-11-03")!))
    #expect(
      state.typedText(of: Change(words: ["jot", "--", "--at"]))?.kind == .jot(on: Stage.today))
  }

  // MARK: Waiting

  @Test func `the timer of an earlier wait does not end a later one`() async {
    let pending = PendingOutcome()
    #expect(await pending.outcome(within: .zero) == nil)
    async let second = pending.outcome(within: .seconds(60))
    while !pending.isAwaited { await Task.yield() }
    pending.timeOut(1)
    #expect(pending.finish(done))
    #expect(await second == done)
  }
}
