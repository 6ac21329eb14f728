import Diary
import Testing

@testable import Browse

@Suite struct TypedCommandTests {
  @Test(arguments: [
    ("diary write", true), ("diary write yesterday --body hi", false), ("notes add", true),
    ("notes add why it broke", false), ("notes edit 7kq2", true),
    ("notes edit 7kq2 --tag perf", false), ("notes delete 7kq2", true),
    ("notes delete 7kq2 --yes", false), ("digest", false), ("config edit", true), ("jot", true),
    ("jot a line", false), ("login", true), ("todo done 2", false),
  ])
  func `knows what needs the terminal`(line: String, usesTerminal: Bool) {
    #expect(command(line).usesTerminal == usesTerminal)
  }

  @Test(arguments: [
    ("todo done 2 3", "todo undo 2 3"), ("todo undo 7kq2", "todo done 7kq2"),
    ("todo delete 7kq2", "todo restore 7kq2"), ("todo delete 2", nil),
    ("todo add buy milk", "todo delete {id}"), ("todo add --each a b", nil),
    ("notes add because", "notes delete {id} --yes"),
    ("notes delete 7kq2 --yes", "notes restore 7kq2"),
    ("diary delete yesterday --yes", "diary restore yesterday"), ("digest", nil),
  ])
  func `knows the opposite of a command`(line: String, undo: String?) {
    #expect(command(line).change?.undo?.joined(separator: " ") == undo)
  }

  @Test(arguments: [
    ("digest --since -1w", true), ("todo", true), ("todo list", true), ("todo edit 2 x", false),
    ("jot x", false), ("diary edit --tag x", false), ("notes history 7kq2", true),
  ])
  func `knows what only reads`(line: String, isReading: Bool) {
    #expect(command(line).isReading == isReading)
  }

  @Test func `finds the text that a command changes`() {
    let today = BrowseStage.today
    func text(_ line: String) -> EditedText? {
      EditedText(BrowseState.words(line) ?? [], today: today) {
        $0 == "yesterday" ? today - 1 : nil
      }
    }
    #expect(text("jot hello") == .entry(today))
    #expect(text("jot --at yesterday -- hello") == .entry(today - 1))
    #expect(text("jot --at 14:30 hello") == .entry(today))
    #expect(text("diary write") == .entry(today))
    #expect(text("diary write --body x") == .entry(today))
    #expect(text("diary write yesterday") == .entry(today - 1))
    #expect(text("notes edit 7kq2") == .note(id: "7kq2"))
    #expect(text("todo done 2") == nil)
    #expect(EditedText.entry(today).restoring(0) == ["diary", "delete", "2026-11-21", "--yes"])
    #expect(
      EditedText.note(id: "7kq2").restoring(2) == ["notes", "restore", "7kq2", "--version", "2"])
  }

  private func command(_ line: String) -> TypedCommand {
    TypedCommand(BrowseState.words(line) ?? [])
  }
}
