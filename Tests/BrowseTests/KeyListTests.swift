import App
import Context
import Journal
import Localization
import Terminal
import Testing

@testable import Browse

/// The list of keys: columns, the filter, and running one.
@Suite struct KeyListTests {
  private typealias Stage = BrowseStage

  @Test(arguments: BrowseStage.languages, BrowseStage.sizes)
  func `no two keys are drawn over each other`(language: String, size: (columns: Int, rows: Int)) {
    var state = Stage.state(language, size: size)
    Stage.press(&state, .text("?"))
    let areas = (state.keyList?.items ?? []).map(\.area).filter { !$0.isEmpty }
    #expect(!areas.isEmpty)
    for (index, area) in areas.enumerated() {
      #expect(area.columns.upperBound <= size.columns && area.rows.upperBound < size.rows)
      for other in areas[(index + 1)...] where other.rows == area.rows {
        #expect(!other.columns.overlaps(area.columns))
      }
    }
  }

  @Test(arguments: [("en_US", "whole add to"), ("en_US", "undo"), ("ko_KR", "실행 취소")])
  func `shows the keys that have what is typed`(language: String, typed: String) {
    var state = Stage.state(language)
    Stage.press(&state, .text("?"), .text(typed))
    let items = state.keyList?.items ?? []
    #expect(items.count == (typed == "whole add to" ? 0 : 1))
    #expect(items.allSatisfy { $0.action == .undo })
  }

  @Test func `Enter runs the selected key, and says why one does nothing`() {
    var state = Stage.state()
    Stage.press(&state, .text("?"), .text("undo"))
    #expect(Stage.press(&state, .enter) == [.undo])
    #expect(state.prompt == nil)
    Stage.press(&state, .text("?"), .text("why"), .enter)
    #expect(state.remark?.isFailure == true)
    Stage.press(&state, .text("?"), .text("add to-do"), .enter)
    #expect(state.prompt?.kind == .toDo(on: Stage.today))
  }

  @Test func `says how many rows of keys there are, if not all are visible`() {
    var state = Stage.state()
    Stage.press(&state, .text("?"))
    let list = state.keyList
    #expect(list?.hidesItems == true)
    state.size.rows = 200
    let window = state.keyList?.window.height ?? 0
    #expect(state.keyList?.hidesItems == false && window < 100)
    // What is typed does not change the size of the window.
    Stage.press(&state, .text("undo"))
    #expect(state.keyList?.window.height == window)
  }

  @Test func `arrows move within and between columns, and a click runs a key`() {
    var state = Stage.state()
    Stage.press(&state, .text("?"), .right, .down)
    let list = state.keyList
    #expect(list?.items[state.keySelection].column == 1)
    let beside = list?.items[state.keySelection].row ?? 0
    #expect(beside <= (list?.items[1].row ?? 0) + 1)
    Stage.press(&state, .left)
    #expect(state.keyList?.items[state.keySelection].column == 0)
    Stage.press(&state, .pageDown, .right, .pageDown)
    let item = state.keyList?.items.first { $0.action == .quit && !$0.area.isEmpty }
    let area = item?.area ?? .empty
    let click = MouseEvent(.press, row: area.rows.lowerBound, column: area.columns.lowerBound + 3)
    #expect(Stage.press(&state, .mouse(click)) == [.quit])
    #expect(state.prompt == nil)
  }

  @Test func `begins empty each time`() {
    var state = Stage.state()
    for typed in ["tag", "undo"] {
      Stage.press(&state, .text("?"), .text(typed))
      #expect(state.prompt?.line.text == typed)
      Stage.press(&state, .escape)
    }
  }

  @Test(arguments: BrowseStage.languages)
  func `is in four groups, in a window over the panels, with a sentence`(language: String) {
    var state = Stage.state(language, size: (160, 50))
    let before = Stage.lines(state)
    Stage.press(&state, .f1)
    let list = state.keyList
    #expect(list?.headings.count == KeyMap.Group.allCases.count)
    #expect(list?.explanation.count == 3)
    let lines = Stage.lines(state)
    #expect(lines[0] == before[0], "the panels are still there")
    #expect(lines[1].contains("┌") && lines[1].contains(state.reader.say(.browseKeyHelp)))
    #expect(lines.contains { $0.contains(state.reader.say(.jotSummary)) })
    Stage.press(&state, .f1)
    #expect(Stage.lines(state) == before)
  }

  @Test func `says why the selected key does nothing here`() {
    var state = Stage.state(size: (160, 50))
    Stage.press(&state, .text("?"), .text("why it"))
    #expect(
      Stage.lines(state).contains { $0.contains(state.reader.say(.browseNoCommit(key: "4"))) })
  }

  @Test func `closes with Escape and with the key that opened it`() {
    var state = Stage.state()
    for key in [Key.escape, .text("?"), .control("c")] {
      Stage.press(&state, .text("?"), key)
      #expect(state.prompt == nil)
    }
  }

  @Test func `every action has a key that an input method cannot lose`() {
    // Korean input methods do not tell these from the letters without Shift.
    let lost = Set("QWERTYUIOPASDFGHJKLZXCVBNM").subtracting("QWERTOP")
    for binding in KeyMap.standard.bindings {
      let isReachable = binding.presses.contains { press in
        if case .letter(let letter) = press { !lost.contains(letter) } else { true }
      }
      #expect(isReachable, "\(binding.action)")
    }
  }
}
