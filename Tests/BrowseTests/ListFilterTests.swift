import Diary
import Journal
import Localization
import Records
import Terminal
import Testing

@testable import Browse
@testable import Context
@testable import Views

/// Filters and orders of the lists.
@Suite struct ListFilterTests {
  private typealias Stage = BrowseStage

  private func titles(_ state: BrowseState) -> [String] {
    state.list.rows.compactMap { $0?.title }
  }

  private func toDos(_ texts: String...) -> BrowseState {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    show(texts, in: &state)
    return state
  }

  private func show(_ texts: [String], in state: inout BrowseState) {
    let rows = texts.enumerated().map { number, text in
      var found = Stage.toDo(number, text)
      found.toDo.day = Stage.today - number
      return ListRow.toDo(found)
    }
    state.show(rows, in: .toDos, version: state.version)
    state.layOutPage()
  }

  @Test func `a list has only the rows with what is typed`() {
    var state = toDos("Buy milk", "Buy coffee", "Call the bank")
    _ = state.handle(.text("/"))
    _ = state.handle(.text("buy"))
    #expect(titles(state) == ["Buy milk", "Buy coffee"])
    _ = state.handle(.text(" -MILK"))
    #expect(titles(state) == ["Buy coffee"])
    _ = state.handle(.enter)
    #expect(state.prompt == nil)
    #expect(Stage.lines(state).contains { $0.contains("[3 To-dos /buy -MILK 1/1]") })
    // Rows that another program adds are filtered too.
    state.invalidate()
    show(["Buy tea", "Sleep"], in: &state)
    #expect(titles(state) == ["Buy tea"])
    // Esc shows all rows again, and only then leaves the list.
    _ = state.handle(.escape)
    #expect(titles(state) == ["Buy tea", "Sleep"])
    #expect(state.tab == .toDos)
    _ = state.handle(.escape)
    #expect(state.tab == .days)
  }

  @Test func `Escape while typing shows all rows`() {
    var state = toDos("Buy milk", "Call the bank")
    for key: Key in [.text("/"), .text("bank"), .escape] { _ = state.handle(key) }
    #expect(state.list.count == 2)
    for key: Key in [.text("/"), .text("nothing has this"), .enter] { _ = state.handle(key) }
    #expect(Stage.lines(state).contains { $0.contains("No matches") })
  }

  @Test func `Escape while changing a filter leaves it as it was`() {
    var state = toDos("Buy milk", "Call the bank", "Buy coffee")
    for key: Key in [.text("/"), .text("buy"), .enter, .text("j")] { _ = state.handle(key) }
    for key: Key in [.text("/"), .text("x")] { _ = state.handle(key) }
    #expect(titles(state) == [])
    _ = state.handle(.escape)
    #expect(titles(state) == ["Buy milk", "Buy coffee"])
  }

  @Test func `the selected row stays selected`() {
    var state = toDos("Buy milk", "Call the bank", "Buy coffee")
    _ = state.handle(.text("G"))
    for key: Key in [.text("/"), .text("buy"), .enter] { _ = state.handle(key) }
    #expect(state.selectedToDo?.toDo.text == "Buy coffee")
    _ = state.handle(.escape)
    #expect(state.selectedToDo?.toDo.text == "Buy coffee")
  }

  @Test func `commits are filtered by subject, author, repository and id`() {
    var state = Stage.state()
    Stage.press(&state, .text("4"))
    state.apply(Stage.commits([Stage.commit]))
    for words in ["index", "octo", "hello", "3f2a9c", "INDEX octo"] {
      state.filter(by: words)
      #expect(state.list.count == 1, "\(words)")
    }
    state.filter(by: "index -octo")
    #expect(state.list.count == 0)
  }

  @Test func `notes and days are looked up in the journal`() {
    var state = Stage.state()
    for key: Key in [.text("/"), .text("cache"), .enter] { _ = state.handle(key) }
    #expect(state.missingFilter == .filter(.days, "cache"))
    let days = [Stage.today - 40, Stage.today - 3].map { ListRow.day($0, DayCounts(), title: "x") }
    state.apply(.filtered(.days, "another", days))
    #expect(state.missingFilter != nil)
    state.apply(.filtered(.days, "cache", days))
    #expect(state.missingFilter == nil)
    #expect(state.list.count == 2)
    _ = state.handle(.text("k"))
    #expect([days[0].day, days[1].day].contains(state.day))
    #expect(state.subject == .day(state.day))
    // A day that is not among them is shown without the filter.
    Stage.press(&state, .text("t"))
    #expect(state.day == Stage.today)
    #expect(!state.isFiltered(.days))
    #expect(state.list.selectedRow?.day == Stage.today)
  }

  @Test func `one key goes through the orders`() {
    var state = toDos("b", "c", "a")
    func press() -> [String] {
      _ = state.handle(.text("S"))
      return titles(state)
    }
    #expect(press() == ["b", "c", "a"])
    #expect(press() == ["a", "c", "b"])
    #expect(press() == ["a", "b", "c"])
    #expect(state.remark?.text == "By title")
    #expect(press() == ["b", "c", "a"])
    #expect(state.remark?.text == "Default order")
    _ = state.handle(.text("1"))
    _ = state.handle(.text("="))
    #expect(state.remark?.isFailure == true)
  }

  @Test func `everything is searched with 5 and Ctrl-F`() {
    for key in [Key.text("5"), .control("f")] {
      var state = toDos("a")
      _ = state.handle(key)
      #expect(state.prompt?.kind == .search)
      Stage.press(&state, .escape)
      #expect(state.tab == .toDos)
    }
  }
}

/// Several rows at once.
@Suite struct SeveralRowsTests {
  private typealias Stage = BrowseStage

  private func state(_ done: Set<Int> = []) -> BrowseState {
    var state = Stage.state()
    Stage.press(&state, .text("3"))
    let rows = (0..<5).map { ListRow.toDo(Stage.toDo($0, "To-do \($0)", done: done.contains($0))) }
    state.show(rows, in: .toDos, version: state.version)
    state.list.select(0)
    state.scrollList()
    state.layOutPage()
    return state
  }

  private func press(_ state: inout BrowseState, _ keys: Key...) -> [BrowseEffect] {
    keys.flatMap { state.handle($0) }
  }

  private let ids = (0..<5).map { Stage.toDo($0, "").toDo.id }

  @Test(arguments: [[Key.text("v"), .text("j"), .down], [.shiftDown, .shiftDown]])
  func `rows are selected together and marked`(keys: [Key]) {
    var state = state()
    for key in keys { _ = state.handle(key) }
    #expect(state.severalRows.map(\.title) == ["To-do 0", "To-do 1", "To-do 2"])
    let lines = Stage.lines(state)
    #expect(lines.count { $0.hasPrefix("| [ ]") } == 2, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("> [ ]") })
    _ = state.handle(.escape)
    #expect(state.severalRows.isEmpty)
    #expect(state.tab == .toDos)
  }

  @Test func `moving without Shift ends what Shift began`() {
    var state = state()
    _ = press(&state, .shiftDown, .text("j"))
    #expect(state.severalRows.isEmpty)
  }

  @Test func `a key makes one change of all`() {
    var all = state([1])
    let done = press(&all, .text("v"), .down, .down, .text(" "))
    #expect(done == [.change(.finishToDos([ids[0], ids[2]]))])
    #expect(all.severalRows.isEmpty)
    var reopened = state([0, 1])
    #expect(
      press(&reopened, .shiftDown, .text(" ")) == [.change(.reopenToDos([ids[0], ids[1]]))])
    var deleted = state()
    #expect(
      press(&deleted, .shiftDown, .text("d"))
        == [.change(.delete([.toDo(ids[0]), .toDo(ids[1])]))])
    var moved = state()
    let effects = press(&moved, .shiftDown, .text("m"), .text("tomorrow"), .enter)
    #expect(Stage.changes(effects) == [.moveToDos([ids[0], ids[1]], to: Stage.today + 1)])
    var tagged = state()
    let tags = press(&tagged, .shiftDown, .text("#"), .text("#slow"), .enter)
    #expect(
      Stage.changes(tags)
        == [.changeTags([.toDo(ids[0]), .toDo(ids[1])], adding: ["slow"], removing: [])])
    var copied = state()
    #expect(press(&copied, .shiftDown, .text("y")) == [.copy("To-do 0\nTo-do 1")])
  }

  @Test func `a key for a single row refuses several`() {
    var state = state()
    #expect(press(&state, .shiftDown, .text("e")).isEmpty)
    #expect(state.remark?.isFailure == true)
    #expect(state.prompt == nil)
  }

  @Test func `what is selected are records, not places`() {
    var state = state()
    _ = press(&state, .down, .text("v"), .down)
    let rows = ([4] + Array(0..<5)).map { ListRow.toDo(Stage.toDo($0, "To-do \($0)")) }
    state.invalidate()
    state.show(Array(rows.dropLast()), in: .toDos, version: state.version)
    #expect(state.severalRows.map(\.title) == ["To-do 1", "To-do 2"])
  }

  @Test func `commands of several texts are those that make the change`() {
    let note = Stage.note(1).note.id
    let change = DiaryChange.delete([.toDo(ids[0]), .note(note)])
    #expect(Set(change.commands().map { $0[0] }) == ["todo", "notes"])
    let tags = DiaryChange.changeTags([.toDo(ids[0]), .note(note)], adding: ["a"], removing: [])
    #expect(
      tags.commands() == [
        ["todo", "edit", ids[0].text, "--tag", "a"], ["notes", "edit", note.text, "--tag", "a"],
      ])
  }
}

/// What a command has printed.
@Suite struct OverlayTests {
  private typealias Stage = BrowseStage

  private func state(_ words: [String], _ text: String) -> BrowseState {
    var state = Stage.state(color: true)
    state.overlay = state.outputOverlay(of: words, text)
    return state
  }

  @Test func `has its colors`() {
    let state = state(["graph"], "\u{1B}[1;32mgreen\u{1B}[0m plain\u{1B}[K")
    let grid = BrowseView.frame(of: state).grid
    #expect(grid[1, 2].parameters == "1;32")
    #expect(grid.lines[1] == "> green plain")
    #expect(grid[1, 9].parameters == "")
  }

  @Test func `can be searched`() {
    var state = state(["todo", "list"], "one\ntwo\nthree\ntwo again")
    Stage.press(&state, .text("/"), .text("TWO"), .enter)
    #expect(state.overlay?.selection == 1)
    Stage.press(&state, .text("n"))
    #expect(state.overlay?.selection == 3)
    Stage.press(&state, .text("n"))
    #expect(state.overlay?.selection == 1)
    Stage.press(&state, .text("N"))
    #expect(state.overlay?.selection == 3)
    Stage.press(&state, .text("/"), .text("five"), .enter)
    #expect(state.remark?.isFailure == true)
  }

  @Test func `its rows open what they name`() {
    var tags = state(["tags"], "perf   12\nslow   3")
    let effects = Stage.press(&tags, .down, .enter)
    #expect(effects == [.search("#slow", 1)])
    #expect(tags.overlay == nil)
    var days = state(["diary", "list"], "Nov 20, 2026  Measured\n7kq2  Note on a commit")
    #expect(Stage.press(&days, .enter) == [.openNamed(["2026"], Stage.today - 1)])
    #expect(Stage.press(&days, .down, .enter) == [.openNamed(["7kq2"], nil)])
  }

  @Test func `a command of the log is typed again`() {
    var state = Stage.state()
    state.record(["todo", "add", "--", "milk"], isSuccess: true)
    Stage.press(&state, .text("@"), .enter)
    #expect(state.prompt?.line.text == "todo add -- milk")
  }

  @Test(arguments: ["q", "quit"])
  func `:q quits`(typed: String) {
    var state = Stage.state()
    #expect(Stage.press(&state, .text(":"), .text(typed), .enter) == [.quit])
  }
}
