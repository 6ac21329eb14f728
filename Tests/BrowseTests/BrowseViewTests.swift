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
          #expect(TextMeasure().width(of: line) <= size.columns, "\(language) \(size): \(line)")
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
      let row = drawing.text(of: .commit(found, Stage.today), dateWidth: 12)
      #expect(row.plain.contains(subject), "\(row.plain)")
    }
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
