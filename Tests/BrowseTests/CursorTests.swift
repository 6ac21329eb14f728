import Diary
import Journal
import Localization
import Platform
import Records
import Terminal
import Testing

@testable import App
@testable import Browse
@testable import Context
@testable import Views

/// Where the cursor is after a change, and what the bottom line says about it.
@Suite struct CursorTests {
  private typealias Stage = BrowseStage

  /// Takes a successful change, which began where the cursor was.
  private func finish(
    _ change: DiaryChange, from place: CursorPlace? = nil, _ records: [FoundRecord],
    in state: inout BrowseState
  ) {
    var command = state.running(change)
    command.place = place ?? state.place
    state.finish(command, Stage.done(change, records))
  }

  private let new = BrowseStage.toDo(3, "New")
  private var add: DiaryChange { .addToDos([NewToDo(new.toDo.details)], on: BrowseStage.today) }

  private func reload(_ state: inout BrowseState, _ toDos: [FoundToDo]) {
    state.invalidate()
    state.list.replace(
      with: toDos.map(ListRow.toDo), version: state.version, selecting: state.requested)
    state.selectDayOfRow()
  }

  @Test func `goes to a new to-do`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    finish(add, [.toDo(new)], in: &state)
    #expect(state.remark == Remark(text: "Added: New"))
    reload(&state, Stage.toDos + [new])
    #expect(state.selectedToDo?.shortID == "t003")
  }

  @Test func `stays where it was moved to while a to-do was added`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    let place = state.place
    Stage.press(&state, .text("j"))
    finish(add, from: place, [.toDo(new)], in: &state)
    reload(&state, [new] + Stage.toDos)
    #expect(state.selectedToDo?.shortID == "t002")
  }

  @Test func `a key before the new to-do is read keeps the cursor`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    finish(add, [.toDo(new)], in: &state)
    Stage.press(&state, .text("j"))
    reload(&state, [new] + Stage.toDos)
    #expect(state.selectedToDo?.shortID == "t002")
  }

  @Test func `goes to a restored to-do in the list and on the page`() {
    let restored = DiaryChange.takeBack(.undo)
    let records: [FoundRecord] = [.toDo(Stage.toDos[0])]
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    reload(&state, [Stage.toDos[1]])
    finish(restored, records, in: &state)
    reload(&state, Stage.toDos)
    #expect(state.selectedToDo?.shortID == "t001")

    var page = Stage.state()
    Stage.press(&page, .tab, .text("j"), .text("j"))
    #expect(page.page.cursor == .toDo(Stage.toDos[1].toDo.id))
    finish(restored, records, in: &page)
    Stage.fill(&page)
    #expect(page.page.cursor == .toDo(Stage.toDos[0].toDo.id))
  }

  @Test func `a to-do that is moved stays selected`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    finish(
      .moveToDos([Stage.toDos[0].toDo.id], to: Stage.today + 1),
      [.toDo(Stage.toDos[0])], in: &state)
    var moved = Stage.toDos
    moved[0].toDo.day = Stage.today + 1
    reload(&state, moved)
    #expect(state.selectedToDo?.shortID == "t001")
    #expect(state.subject == .toDo(Stage.toDos[0].toDo.id))
    #expect(state.day == Stage.today + 1)
  }

  // MARK: Deletions

  @Test(arguments: [(100, "Deleted note 0000: Note 0  u Undo"), (40, "u Undo"), (24, "u Undo")])
  func `names what was deleted and the key that restores it`(columns: Int, expected: String) {
    var state = Stage.state(size: (columns, 20))
    Stage.press(&state, .text("2"))
    let note = Stage.note(0)
    finish(.delete([.note(note.note.id)]), [.note(note)], in: &state)
    #expect(
      Stage.lines(state).last?.hasSuffix(expected) == true, "\(Stage.lines(state).last ?? "")")
    let column = BottomLine.remarkItem(of: state)?.area.columns.lowerBound ?? -1
    #expect(
      Stage.press(&state, .mouse(MouseEvent(.press, row: 19, column: column)))
        == [.undo])
  }

  @Test func `names the entry that was deleted`() {
    var state = Stage.state("ko_KR", size: (40, 20))
    guard case .day(let record) = Stage.page(of: .day(Stage.today)) else { return }
    finish(
      .delete([.entry(Stage.today)]), record.entry.map { [.entry($0)] } ?? [], in: &state)
    #expect(Stage.lines(state).last?.hasPrefix("11월 21일 일기 삭제함: 캐") == true)
    #expect(
      Stage.lines(state).last?.hasSuffix("u 실행 취소") == true, "\(Stage.lines(state).last ?? "")")
  }

  // MARK: Commands

  @Test func `what a command has added is named`() {
    var state = Stage.state()
    let command = RunningCommand(words: ["todo", "add", "New"], place: state.place)
    state.apply(.output(command, Stage.done(add, [.toDo(new)])))
    #expect(state.remark?.text == "Added: New")
    #expect(state.log.map(\.line) == ["commitdiary todo add New"])
  }

  // MARK: Refusals

  @Test func `opens no page of a repository without one`() {
    var state = Stage.state()
    var found = Stage.commit
    found.repository = Repository(name: "/home/me/notes")
    state.apply(Stage.commits([found]))
    Stage.press(&state, .text("4"))
    #expect(!BottomLine.items(of: state).contains { $0.action == .openPage })
    #expect(Stage.press(&state, .text("o")).isEmpty)
    #expect(state.remark?.text.contains("no web page to open") == true)
    state.apply(Stage.commits([Stage.commit]))
    #expect(BottomLine.items(of: state).contains { $0.action == .openPage })
  }

  @Test(arguments: [
    ("en_US", "Neither a day nor a command: blorp 3"), ("ko_KR", "날짜도 명령도 아닙니다: blorp 3"),
    ("ja_JP", "日付でもコマンドでもありません: blorp 3"),
  ])
  func `says that a word is neither a day nor a command`(language: String, expected: String) {
    var state = Stage.state(language)
    state.isCommand = { $0 == "tags" }
    #expect(Stage.press(&state, .text(":"), .text("blorp 3"), .enter).isEmpty)
    #expect(state.remark == Remark(text: expected, isFailure: true))
    // The next line begins empty.
    #expect(state.prompt?.line.text == "")
    #expect(Stage.press(&state, .text("tags"), .enter) == [.show(["tags"])])
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
    #expect(lines.contains { $0.contains("a stronger color means a higher count") })
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
    guard case .change(let change, let prompt)? = effects.first else {
      Issue.record("no change")
      return
    }
    state.finish(state.running(change, typed: prompt), Stage.refused("no space"))
    #expect(state.day == Stage.today)
    #expect(state.prompt?.kind == .toDo(on: other))
    #expect(Stage.press(&state, .enter) == effects)
  }

  // MARK: Waiting

  @Test func `waits for an outcome, but not too long`() {
    let pending = PendingOutcome()
    #expect(pending.outcome(within: .milliseconds(1)) == nil)
    // A task could need the thread that waits here: there are as many as processors.
    let failure = Thread.detached { pending.finish(Stage.refused("locked")) }
    #expect(failure == nil)
    #expect(pending.outcome(within: .seconds(60))?.remarks == "locked")
    #expect(pending.outcome(within: .zero)?.remarks == "locked")
  }
}
