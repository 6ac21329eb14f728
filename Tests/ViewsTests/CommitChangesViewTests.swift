import Diary
import Localization
import Terminal
import Testing

@testable import Views

@Suite struct CommitChangesViewTests {
  private static func context(width: Int? = nil) -> ViewContext {
    var screen = Screen.plain()
    screen.width = width
    return ViewContext(
      reader: Reader(LanguagePreference(chosen: LanguageTag("en_US")) { _ in nil }),
      screen: screen, now: Moment(Instant(secondsSince1970: 0), offset: 0)
    ) { Moment($0, offset: 0) }
  }

  private static let file = CommitChanges.File(path: "src/a.c", added: 3, removed: 1)

  @Test(arguments: [nil, 80, 24])
  func `each file has its line`(_ width: Int?) {
    let changes = CommitChanges(
      body: "Why.",
      files: [
        Self.file, .init(path: "logo.png", added: nil, removed: nil),
        .init(path: String(repeating: "long/", count: 20) + "z.c", added: 1, removed: 0),
      ])
    let (lines, items) = Self.context(width: width).linesWithItems(of: changes)
    #expect(items.map(\.file) == [0, 1, 2])
    #expect(items.map { lines[$0.line].plain.prefix(2) } == ["  ", "  ", "  "])
    for (item, word) in zip(items, ["+3", "binary", "+1"]) {
      #expect(lines[item.line].plain.contains(word), "\(lines[item.line].plain)")
    }
  }

  private func plain(_ diff: FileDiff?, _ file: CommitChanges.File = file) -> [String] {
    Self.context().lines(of: diff, in: file).map(\.plain)
  }

  @Test func `signs tell added lines from removed ones`() {
    var diff = FileDiff(lines: [
      .init(.hunk, "@@ -1,2 +1,3 @@"), .init(.context, "\ta"), .init(.removed, "b"),
      .init(.added, "c"),
    ])
    let lines = ["src/a.c", "", "@@ -1,2 +1,3 @@", "     a", "-b", "+c"]
    #expect(plain(diff) == lines)
    diff.isCut = true
    #expect(plain(diff) == lines + ["", "2 more changed lines are not shown."])
  }

  @Test func `control characters are visible`() {
    let context = Self.context(width: 20)
    let diff = FileDiff(lines: [.init(.added, "a\u{1B}[2J\r"), .init(.hunk, "@@ \u{202E}b")])
    let file = CommitChanges.File(path: "a\u{7}", oldPath: "b\u{1B}", added: 1, removed: 0)
    let lines = context.lines(of: diff, in: file)
      .map { $0.render(on: context.screen) }
    #expect(lines.contains("+a^[[2J^M"), "\(lines)")
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test func `says why there are no lines`() {
    var binary = FileDiff()
    binary.isBinary = true
    #expect(plain(binary).last?.contains("binary") == true)
    #expect(plain(nil).last == "The changes could not be read.")
    let renamed = CommitChanges.File(path: "b", oldPath: "a", added: 0, removed: 0)
    #expect(plain(FileDiff(), renamed) == ["b", "renamed from a", "", "No lines changed."])
  }
}
