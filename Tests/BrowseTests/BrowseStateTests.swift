import Diary
import Journal
import Localization
import Records
import Terminal
import Testing
import Views

@testable import App
@testable import Browse
@testable import Context

@Suite struct BrowseStateTests {
  private typealias Stage = BrowseStage

  @Test(arguments: [
    ("j", 1), ("k", -1), ("jjk", 1), ("H", -31), ("L", 30), ("[", -365), ("]", 365), ("{}", 0),
    ("jjjt", 0), ("ㅓ", 1), ("ㅓㅓㅏ", 1), ("о", 1), ("ま", 1),
  ])
  func `moves through the days`(keys: String, days: Int) {
    var state = Stage.state()
    for key in keys { Stage.press(&state, .text(String(key))) }
    #expect(state.day == Stage.today + days)
    #expect(state.tab == .days)
  }

  @Test func `moves by weeks in the year`() {
    var state = Stage.state()
    Stage.press(&state, .backTab)
    #expect(state.focus == .year)
    Stage.press(&state, .left, .left, .down)
    #expect(state.day == Stage.today - 13)
    Stage.press(&state, .escape)
    #expect(state.focus == .list)
  }

  @Test func `moves the focus and the lists`() {
    var state = Stage.state()
    Stage.press(&state, .tab)
    #expect(state.focus == .page)
    Stage.press(&state, .tab, .tab)
    #expect(state.focus == .list)
    for (key, tab) in zip("12345", ListTab.allCases) {
      Stage.press(&state, .text(String(key)))
      #expect(state.tab == tab)
    }
    Stage.press(&state, .escape)
    #expect(state.tab == .commits)
    Stage.press(&state, .escape)
    #expect(state.tab == .days)
  }

  @Test func `reads only what is visible of a long list`() {
    var state = Stage.state()
    Stage.press(&state, .text("2"))
    #expect(state.list.count == 1000)
    #expect(state.list.rows.count < 100)
    Stage.press(&state, .text("G"))
    #expect(state.list.selection == 999)
    #expect(state.page.subject == .note(Stage.note(999).note.id))
    #expect(state.day == Stage.today - 999)
  }

  // MARK: Prompts

  @Test func `goes to a typed day`() {
    var state = Stage.state("ko_KR")
    #expect(Stage.press(&state, .text(":"), .text("지난주 금요일"), .enter).isEmpty)
    #expect(state.day == Stage.today - 8)
  }

  @Test func `runs a typed command`() {
    var state = Stage.state()
    #expect(
      Stage.press(&state, .text(":"), .text("commitdiary todo add 'buy milk'"), .enter)
        == [.show(["todo", "add", "buy milk"])])
    #expect(Stage.press(&state, .text(":"), .text("tags 'open"), .enter).isEmpty)
  }

  @Test func `adds a to-do to the selected day`() {
    var state = Stage.state()
    let effects = Stage.press(&state, .text("k"), .text("a"), .text("-x 우유"), .enter)
    let change = DiaryChange.addToDos([NewToDo(text: "-x 우유")], on: Stage.today - 1)
    #expect(Stage.changes(effects) == [change])
    #expect(change.words() == ["todo", "add", "--day", "2026-11-20", "--", "-x 우유"])
  }

  @Test func `a row of another list is no day to write on, and the answer names the day`() {
    var state = Stage.state()
    Stage.press(&state, .text("k"), .text("4"), .text("a"))
    #expect(state.prompt?.kind == .toDo(on: Stage.today))
    Stage.press(&state, .escape, .text("i"))
    #expect(state.prompt?.kind == .jot(on: Stage.today))
    Stage.press(&state, .escape, .text("1"), .text("a"))
    #expect(state.prompt?.kind == .toDo(on: Stage.today - 1))
  }

  @Test func `jots into the entry of the selected day`() {
    var state = Stage.state()
    let now = DiaryChange.jot(
      "hello", at: DayAndTime(day: Stage.today, time: state.context.now.time))
    #expect(
      Stage.changes(Stage.press(&state, .text("i"), .text("hello"), .enter)) == [now])
    #expect(now.words() == ["jot", "--", "hello"])
    let later = DiaryChange.jot("later", at: DayAndTime(day: Stage.today + 1, time: nil))
    #expect(
      Stage.changes(Stage.press(&state, .text("j"), .text("i"), .text("later"), .enter))
        == [later])
    #expect(later.words() == ["jot", "--at", "2026-11-22", "--", "later"])
  }

  @Test func `keeps what was typed after Escape`() {
    var state = Stage.state()
    Stage.press(&state, .text("i"), .text("half a thought"), .escape)
    #expect(state.prompt == nil)
    #expect(state.abandoned == [.jot(on: Stage.today): "half a thought"])
    Stage.press(&state, .text("i"))
    #expect(state.prompt?.line.text == "half a thought")
    Stage.press(&state, .enter)
    #expect(state.abandoned.isEmpty)
  }

  @Test func `keeps what was typed after a failure`() throws {
    var state = Stage.state()
    let effects = Stage.press(&state, .text("i"), .text("not saved"), .enter)
    guard case .change(let change, let prompt)? = effects.first else {
      Issue.record("no change")
      return
    }
    state.finish(
      state.running(change, typed: prompt), Stage.refused("no space left on device"))
    #expect(state.prompt?.line.text == "not saved")
    #expect(state.remark == Remark(text: "No space left on device", isFailure: true))
    #expect(state.log == [LoggedCommand(change.words(), isSuccess: false)])
  }

  @Test func `a paste is text and never keys`() {
    var state = Stage.state()
    #expect(Stage.press(&state, .pasted("dq\nq")).isEmpty)
    Stage.press(&state, .text("a"), .pasted("dq"))
    #expect(state.prompt?.line.text == "dq")
  }

  @Test func `searches while typing, and Escape returns`() {
    var state = Stage.state()
    let effects = Stage.press(&state, .control("f"), .text("캐"), .text("시"))
    #expect(effects == [.search("캐", 1), .search("캐시", 2)])
    #expect(state.tab == .search)
    state.apply(.found(.init(notes: [], entries: [], toDos: Stage.toDos), [:], 1))
    #expect(state.list.count == 0)
    state.apply(.found(.init(notes: [], entries: [], toDos: Stage.toDos), [:], 2))
    #expect(state.list.count == 2)
    Stage.press(&state, .escape)
    #expect(state.tab == .days)
    Stage.press(&state, .text("n"))
    #expect(state.tab == .search)
    #expect(state.list.selection == 1)
  }

  // MARK: Changes

  @Test(
    arguments: [
      ("3 ", .finishToDos([BrowseStage.toDo(1, "").toDo.id]), "todo done t001"),
      ("3j ", .reopenToDos([BrowseStage.toDo(2, "").toDo.id]), "todo reopen t002"),
      ("3d", .delete([.toDo(BrowseStage.toDo(1, "").toDo.id)]), "todo delete t001"),
      ("2jd", .delete([.note(BrowseStage.note(1).note.id)]), "notes delete 0001 --yes"),
      ("d", .delete([.entry(BrowseStage.today)]), "diary delete 2026-11-21 --yes"),
    ] as [(String, DiaryChange, String)])
  func `a key makes a change`(keys: String, change: DiaryChange, logged: String) {
    var state = Stage.state()
    var effects: [BrowseEffect] = []
    for key in keys { effects += Stage.press(&state, .text(String(key))) }
    #expect(effects == [.change(change)])
    let records = [FoundRecord.note(Stage.note(1))] + Stage.toDos.map { .toDo($0) }
    #expect(change.words(records.shortIDs).joined(separator: " ") == logged)
  }

  @Test func `does nothing that is not possible here`() {
    var state = Stage.state()
    for key in "j dmcow" { #expect(Stage.press(&state, .text(String(key))).isEmpty) }
    #expect(state.prompt == nil)
  }

  @Test(arguments: [
    ("e", BrowseEffect.edit(.entry(BrowseStage.today))), ("q", .quit),
    ("r", .show(["refresh"])),
    ("ㅂ", .quit), ("M", .setMouse(false)),
  ])
  func `a key has its effect`(key: String, effect: BrowseEffect) {
    var state = Stage.state()
    #expect(Stage.press(&state, .text(key)) == [effect])
  }

  @Test func `scrolls the log and closes it with its keys only`() {
    var state = Stage.state(size: (60, 12))
    for _ in 0..<20 { state.record(["today"], isSuccess: true) }
    Stage.press(&state, .text("@"))
    #expect(state.overlay?.kind == .log)
    for _ in 0..<11 { Stage.press(&state, .down) }
    #expect(state.overlay?.selection == 11)
    #expect(state.overlay?.scroll == 2)
    let title = Stage.lines(state)[0]
    #expect(title.contains("3–12/20"), "\(title)")
    Stage.press(&state, .text("x"))
    #expect(state.overlay != nil)
    #expect(Stage.press(&state, .text("q")).isEmpty)
    #expect(state.overlay == nil)
  }

  @Test func `keeps a to-do selected that takes another place`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    state.list.replace(with: Stage.toDos.reversed().map(ListRow.toDo), version: state.version)
    #expect(state.selectedToDo?.shortID == "t001")
    var done = Stage.toDos
    done[0].toDo.doneAt = Stage.moment
    state.list.replace(with: done.reversed().map(ListRow.toDo), version: state.version)
    #expect(state.list.selection == 1)
  }

  @Test func `turns the day at midnight`() {
    var state = Stage.state()
    var context = state.context
    context.now = Moment(Instant(secondsSince1970: 1_795_302_000 + 86_400), offset: 9 * 3600)
    state.update(context)
    #expect(state.day == context.today)
    #expect(state.day > Stage.today)
  }

  @Test func `clicks on rows and keys`() {
    var state = Stage.state()
    let area = state.layout.listRows
    Stage.press(&state, .mouse(MouseEvent(.press, row: area.rows.lowerBound, column: 5)))
    #expect(state.list.selection == state.list.top)
    let quit = BottomLine.items(of: state).first { $0.action == .quit }
    let column = quit?.area.columns.lowerBound ?? 0
    #expect(Stage.press(&state, .mouse(MouseEvent(.press, row: 29, column: column))) == [.quit])
  }

  @Test func `survives random keys at every size`() {
    var random = SystemRandomNumberGenerator()
    let keys: [Key] =
      KeyMap.standard.bindings.flatMap(\.presses).map { press in
        switch press {
        case .letter(let letter): .text(String(letter))
        case .key(let key): key
        }
      } + [.pasted("x\ny"), .text("저장"), .backspace, .unknown, .focus(false)]
    for (columns, rows) in Stage.sizes + [(1, 1), (20, 6), (0, 0)] {
      var state = Stage.state(size: (columns, rows))
      for _ in 0..<400 {
        if Int.random(in: 0..<10) == 0 {
          let place = (Int.random(in: 0..<max(rows, 1)), Int.random(in: 0..<max(columns, 1)))
          Stage.press(&state, .mouse(MouseEvent(.press, row: place.0, column: place.1)))
        } else {
          Stage.press(&state, keys.randomElement(using: &random) ?? .unknown)
        }
        _ = Stage.lines(state)
      }
    }
  }
}
