import Diary
import Journal
import TestSupport
import Testing

@testable import Browse
@testable import Terminal
@testable import Views

/// Texts that would break a screen: escape sequences, invisible and combining characters, letters that
/// are written from right to left, and very long ones.
@Suite struct HostileTextTests {
  private typealias Stage = BrowseStage

  private static let texts =
    [
      "\u{1B}]0;owned\u{7}\u{1B}[31m", "\u{9B}31m\u{85}\u{7F}\0",
      "👨‍👩‍👧‍👦 👍🏽 🇰🇷 ❤️ 1️⃣ 🏴\u{E0067}\u{E0062}\u{E007F}",
      "مرحبا بالعالم", "\u{202E}reversed\u{202C}", "e" + String(repeating: "\u{301}", count: 5000),
      "a\tb\tc", "नमस्ते क्ष्म्य", "\u{200B}\u{2066}hidden\u{FEFF}", "ㅓ\u{1100}\u{1161}\u{11A8}",
      "line\r\nbreak\u{2028}more",
      "\u{301}first", "ｶﾞ①─■…", "👩" + String(repeating: "\u{200D}👩", count: 40), "\u{200D}",
      "x\u{AD}y",
    ] + [String(repeating: "가나 x\u{1B}", count: 170_000), String(repeating: "W", count: 1 << 20)]

  /// Keys that show everything, and text in prompts.
  private static let keys: [Key] =
    "jkhlgGHL[]tt12345+?@ai/:yd".map { .text(String($0)) } + [
      .tab, .backTab, .enter, .escape, .escape, .down, .up, .pageDown, .pageUp, .home, .end,
      .pasted(texts[0] + texts[2]), .text("가"), .text("\u{301}"), .backspace,
      .mouse(MouseEvent(.press, row: 9, column: 9)),
      .mouse(MouseEvent(.wheelDown, row: 9, column: 60)),
    ]

  @Test func `every frame has whole cells without control characters`() {
    var writer = FrameWriter()
    Fuzz.rounds(71, atLeast: 12) { seed in
      let size = (
        columns: Int.random(in: 1...170, using: &seed), rows: Int.random(in: 1...50, using: &seed)
      )
      var state = Stage.state(
        Stage.languages.randomElement(using: &seed)!, size: size,
        unicode: Bool.random(using: &seed), color: Bool.random(using: &seed))
      for _ in 0..<12 {
        fill(&state, &seed)
        let frame = BrowseView.frame(of: state)
        #expect(frame.grid.columns == size.columns && frame.grid.rows == size.rows)
        check(frame.grid, state.context.screen.measure)
        check(writer.output(for: frame.grid, cursor: frame.cursor))
        for effect in state.handle(Self.keys.randomElement(using: &seed)!) {
          if case .runOnTerminal = effect {
            state.remark = Remark(text: Self.texts.randomElement(using: &seed)!)
          }
        }
      }
    }
  }

  /// Each character fills as many cells as it is wide.
  private func check(_ grid: CellGrid, _ measure: TextMeasure) {
    for row in 0..<grid.rows {
      var column = 0
      while column < grid.columns {
        let text = grid[row, column].text
        let width = max(measure.width(of: text), 1)
        #expect(text.count == 1 && column + width <= grid.columns, "\(text.unicodeScalars)")
        #expect((column..<column + width).dropFirst().allSatisfy { grid[row, $0].text.isEmpty })
        #expect(!text.unicodeScalars.contains(where: isForbidden), "\(text.unicodeScalars)")
        column += width
      }
    }
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// The output consists of text and of sequences that the screen uses.
  private func check(_ output: String) {
    var rest = output[...]
    while let start = rest.firstIndex(of: "\u{1B}") {
      let sequence = rest[start...].dropFirst(2).prefix { !$0.isLetter }
      let final = rest[start...].dropFirst(2 + sequence.count).first
      #expect(rest[start...].dropFirst().first == "[")
      #expect(final.map { "HKmhl".contains($0) } == true, "\(sequence)")
      #expect(sequence.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ";" || $0 == "?") })
      rest = rest[start...].dropFirst(3 + sequence.count)
    }
  }

  // MARK: Contents

  private func fill(_ state: inout BrowseState, _ seed: inout Seeded) {
    func text() -> String { Self.texts.randomElement(using: &seed)! }
    switch state.tab {
    case .days: break
    case .notes: state.list.count = 300
    case .toDos:
      state.list.replace(
        with: (1...5).map { .toDo(Stage.toDo($0, text())) }, version: state.version)
    case .commits:
      let rows = (1...5).map {
        ListRow.commit(commit($0, text()), Stage.today - $0, isMarked: false)
      }
      state.list.replace(with: rows, version: state.version)
    case .search:
      let rows = (1...5).map { ListRow.entry(Stage.today - $0, title: text()) }
      state.list.replace(with: rows, version: state.version)
    }
    state.scrollList()
    if let missing = state.missingRows {
      let rows: [ListRow?] = missing.map { position in
        guard state.tab == .days else { return .note(NoteSummary(note(position, text()))) }
        return .day(state.span.lowerBound + position, DayCounts(), title: text())
      }
      state.keep(rows, at: missing)
      state.selectDayOfRow()
    }
    if state.needsPage, let subject = state.subject {
      state.keep(page(of: subject, text(), text()))
    }
    state.layOutPage()
  }

  private func note(_ number: Int, _ text: String) -> FoundNote {
    var found = Stage.note(number)
    found.note.text = Text(title: text, body: text, tags: [String(text.prefix(20))])
    return found
  }

  private func commit(_ number: Int, _ text: String) -> RepositoryCommit {
    RepositoryCommit(
      repository: Repository(name: "github.com/octocat/\(text.prefix(50))"),
      commit: Commit(
        sha: String(repeating: "\(number)", count: 40), subject: text, author: text,
        date: Stage.moment), notes: 1)
  }

  private func page(of subject: PageSubject, _ title: String, _ body: String) -> PageContent {
    func entry(_ day: Day) -> Entry {
      Entry(
        day: day, text: Text(title: title, body: body), weather: nil, version: 1,
        createdAt: Stage.moment, updatedAt: Stage.moment, deletedAt: nil)
    }
    switch subject {
    case .day(let day):
      return .day(
        DayRecord(
          day: day, entry: entry(day), notes: [note(1, title)], toDos: [Stage.toDo(1, body)],
          commits: [commit(1, title)]))
    case .note: return .note(note(0, title), [])
    case .toDo: return .toDo(Stage.toDo(1, title), [])
    case .commit: return .commit(commit(1, title), [note(1, body)], nil)
    case .entry(let day): return .entry(entry(day), [])
    case .span: return .missing
    case .diff:
      let file = CommitChanges.File(path: title, added: 1, removed: 0)
      return .diff(file, .read(FileDiff(lines: [FileDiff.Line(.added, body)])))
    case .digest(let first, let last):
      return .digest(
        first...last,
        [DayRecord(day: first, entry: entry(first), commits: [commit(1, title)])])
    }
  }
}
