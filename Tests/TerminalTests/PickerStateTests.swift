import Synchronization
import Testing

@testable import Terminal

@Suite struct PickerStateTests {
  static let subjects = [
    "Add the parser", "Fix a crash in the Parser", "주간회고를 쓴다", "日本語を直す", "Étude in C",
    "Remove what nobody reads", "Bump version", "Write docs",
  ]

  static func picker(
    _ subjects: [String] = subjects, columns: Int = 40, rows: Int = 10, typed: [Key] = []
  ) -> PickerState {
    let picker = Picker(
      title: "Commit", items: subjects.enumerated().map { .init(id: $0 + 100, text: .init($1)) },
      hint: "Enter picks", emptyText: "Nothing matches")
    var state = PickerState(picker, size: (columns, rows))
    for key in typed { #expect(state.handle(key) == nil) }
    return state
  }

  /// A picker that waits for more items.
  static func waiting(
    _ items: [PickerItem], rows: Int, _ feed: PickerFeed = PickerFeed {}
  ) -> PickerState {
    PickerState(
      Picker(title: "", items: items, feed: feed, hint: "", emptyText: ""), size: (20, rows))
  }

  static func picture(_ state: PickerState) -> [String] {
    state.view(on: .plain()).lines.map { $0.render(on: .plain()) }
  }

  @Test func `shows title, query, items and hint`() {
    #expect(
      Self.picture(Self.picker(["one", "둘"], columns: 20, rows: 6)) == [
        "Commit", "?                2/2", "> one               ", "  둘", "", "Enter picks",
      ])
  }

  @Test(arguments: [
    ("", [0, 1, 2, 3, 4, 5, 6, 7]),
    ("parser", [0, 1]),
    ("PARSER fix", [1]),
    ("회고", [2]),
    ("\u{1112}\u{116C}\u{1100}\u{1169}", [2]),
    ("直す", [3]),
    ("e\u{301}tude", [4]),
    ("wdoc", [7]),
    ("in", [1, 4, 6]),
    ("rs", [0, 1, 6, 5, 7]),
    ("zebra", []),
    ("  ", [0, 1, 2, 3, 4, 5, 6, 7]),
  ])
  func `ranks word matches before subsequence matches`(query: String, matches: [Int]) {
    #expect(Self.picker(typed: [.text(query)]).matches == matches)
    let letters = query.map { Key.text(String($0)) }
    #expect(Self.picker(typed: letters).matches == matches)
  }

  @Test(
    arguments: [
      ([], 0), ([.down, .down], 2), ([.control("n"), .control("p")], 0), ([.up], 0), ([.end], 7),
      ([.end, .down], 7), ([.end, .home], 0), ([.pageDown], 7), ([.pageDown, .pageUp], 0),
      ([.down, .text("parser")], 0), ([.text("parser"), .down], 1),
      ([.text("zzz"), .down, .control("u")], 0), ([.text("reads"), .backspace], 5),
      ([.text("fix zzz"), .control("w")], 1), ([.pasted("Bump\nversion")], 6),
      ([.left, .tab, .unknown], 0),
    ] as [([Key], Int)])
  func `moves the selection and picks`(keys: [Key], index: Int) {
    var state = Self.picker(typed: keys)
    if keys == [.pasted("Bump\nversion")] {
      #expect(state.query == "Bump version")
    }
    #expect(state.handle(.enter) == .picked(100 + index))
  }

  @Test func `distinguishes cancel and interrupt`() {
    var state = Self.picker()
    #expect(state.handle(.escape) == .cancelled)
    #expect(state.handle(.control("c")) == .interrupted)
  }

  @Test func `picks nothing without a match`() {
    let state = Self.picker(columns: 20, rows: 4, typed: [.text("zzz")])
    var copy = state
    #expect(copy.handle(.enter) == nil)
    #expect(Self.picture(state) == ["Commit", "? zzz            0/8", "Nothing matches"])
    #expect(Self.picker([]).selected == nil)
  }

  @Test(arguments: 1...12, [1, 2, 3, 5, 9, 10, 20, 40])
  func `fits any screen and shows the selection`(rows: Int, columns: Int) {
    var state = Self.picker(columns: 80, rows: 24, typed: [.end])
    state.resize(columns: columns, rows: rows)
    for key in [Key.text("回"), .backspace, .end, .up, .pageUp, .down] {
      _ = state.handle(key)
      for screen in [Screen.plain(), .plain(unicode: false)] {
        let view = state.view(on: screen)
        #expect(view.lines.count <= rows)
        #expect(view.lines.allSatisfy { $0.width(on: screen) <= columns })
        #expect(view.cursor.row < rows && view.cursor.column < columns)
        if columns > 4, !state.matches.isEmpty {
          let first = rows < 2 ? 0 : rows < 4 ? 1 : 2
          #expect(view.lines.dropFirst(first).contains { $0.plain.hasPrefix("> ") })
        }
      }
    }
  }

  @Test func `says when more items can be loaded`() {
    var state = Self.waiting([.init(id: 0, text: "one")], rows: 4)
    #expect(state.wantsMore)
    #expect(Self.picture(state)[0] == "?               1/1+")
    state.append((1...600).map { .init(id: $0, text: StyledText("item \($0)")) })
    #expect(Self.picture(state)[0] == "?           601/601+")
    // There are enough items below the chosen one, until the user scrolls or types.
    #expect(!state.wantsMore)
    _ = state.handle(.end)
    #expect(state.wantsMore)
    _ = state.handle(.home)
    _ = state.handle(.text("600"))
    #expect(state.wantsMore)
    state.isComplete = true
    #expect(!state.wantsMore)
    #expect(Self.picture(state)[0] == "? 600          1/601")
  }

  @Test func `keeps the selection while items arrive`() {
    var state = Self.waiting([.init(id: 0, text: "a x b"), .init(id: 1, text: "ab")], rows: 9)
    _ = state.handle(.text("ab"))
    #expect(state.selected?.id == 1)
    _ = state.handle(.down)
    #expect(state.selected?.id == 0)
    state.append([.init(id: 2, text: "cab"), .init(id: 3, text: "acb"), .init(id: 4, text: "no")])
    #expect(state.matches == [1, 2, 0, 3])
    #expect(state.selected?.id == 0)
    _ = state.handle(.control("u"))
    #expect(state.matches == [0, 1, 2, 3, 4])
  }

  @Test func `requests items from another thread as needed`() {
    let asked = Counter()
    let feed = PickerFeed { asked.value.withLock { $0 += 1 } }
    var state = Self.waiting([], rows: 9, feed)
    feed.fill(&state)
    feed.fill(&state)
    #expect(asked.count == 1)
    feed.add((0..<100).map { .init(id: $0, text: "x") })
    feed.fill(&state)
    #expect(state.items.count == 100)
    #expect(asked.count == 2)
    feed.add((100..<1000).map { .init(id: $0, text: "x") })
    feed.fill(&state)
    #expect(asked.count == 2)
    feed.end(isComplete: true)
    feed.fill(&state)
    #expect(state.isComplete)
  }

  @Test func `places the cursor after the query`() {
    let state = Self.picker(columns: 12, rows: 5, typed: [.text("한글")])
    #expect(state.view(on: .plain()).cursor == (6, 1))
    let long = Self.picker(columns: 12, rows: 5, typed: [.text("abcdefghijklmnop")])
    #expect(Self.picture(long)[1] == "? hijklmnop")
    #expect(long.view(on: .plain()).cursor == (11, 1))
  }

  @Test func `shows escape sequences escaped`() {
    let state = Self.picker(["\u{1B}[2J", "a\nb"], columns: 20, rows: 4)
    #expect(Self.picture(state)[2...] == ["> ^[[2J             ", "  a↵b"])
    let pasted = Self.picker(["x"], columns: 20, rows: 4, typed: [.pasted("\u{1B}[2J")])
    #expect(Self.picture(pasted)[1] == "? ^[[2J          0/1")
  }
}

/// Counts events.
private final class Counter: Sendable {
  let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
}
