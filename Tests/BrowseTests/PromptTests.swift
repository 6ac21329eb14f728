import Diary
import Journal
import Localization
import Records
import Terminal
import Testing

@testable import App
@testable import Browse
@testable import Context
@testable import Views

/// Menus, completion, tags, and why keys do nothing.
@Suite struct PromptTests {
  private typealias Stage = BrowseStage

  private let found = [
    CommandCompletion("todo", "To-dos"), CommandCompletion("today", "The page of the day"),
  ]

  @Test func `completes a command`() {
    var state = Stage.state()
    Stage.press(&state, .text(":"), .text("t"))
    #expect(Stage.press(&state, .tab) == [.complete([], "t", 1)])
    state.apply(.completions(found, 1))
    // “tomorrow” is possible too.
    #expect(state.prompt?.line.text == "to")
    #expect(Stage.lines(state).contains { $0.hasPrefix("  todo ") && $0.hasSuffix("To-dos") })
    Stage.press(&state, .tab)
    #expect(state.prompt?.line.text == "tomorrow")
    Stage.press(&state, .tab)
    #expect(state.prompt?.line.text == "todo")
    Stage.press(&state, .tab)
    #expect(state.prompt?.line.text == "today")
    Stage.press(&state, .escape)
    #expect(state.prompt?.line.text == "today")
    #expect(state.completion == nil)
  }

  @Test(arguments: [
    ("en_US", "last f", "last friday "), ("ko_KR", "어", "어제 "), ("ja_JP", "昨", "昨日 "),
  ])
  func `completes a day in the language of the reader`(
    language: String, typed: String, expected: String
  ) {
    var state = Stage.state(language)
    Stage.press(&state, .text(":"), .text(typed), .tab)
    state.apply(.completions([], 1))
    #expect(state.prompt?.line.text == expected)
    Stage.press(&state, .enter)
    #expect(state.day == Stage.today - 1)
  }

  @Test func `completes the day to move a to-do to`() {
    var state = Stage.state()
    Stage.press(&state, .text("3"), .text("m"), .text("tom"), .tab)
    #expect(state.prompt?.line.text == "tomorrow ")
  }

  @Test func `a draft of an edited to-do names it, so that a purge finds the draft`() throws {
    var state = Stage.state()
    Stage.press(&state, .text("3"), .text("e"), .text("!"))
    let line = try #require(state.prompt)
    let draft = try #require(state.draft(of: line, startedAt: Stage.moment.instant))
    let toDo = Stage.toDos[0].toDo
    let edited = Draft.Edited(id: toDo.id, version: toDo.version)
    #expect(draft.subject == .toDo(on: Stage.today, edited: edited))
    #expect(
      Stage.press(&state, .enter) == [.change(.rewordToDo(toDo.id, to: toDo.text + "!"), line)])
  }

  @Test func `keeps drafts of texts only`() {
    let state = Stage.state()
    func draft(_ kind: PromptKind) -> Draft.Subject? {
      state.draft(of: PromptLine(kind, "text"), startedAt: Stage.moment.instant)?.subject
    }
    let tomorrow = Stage.today + 1
    #expect(draft(.toDo(on: tomorrow)) == .toDo(on: tomorrow, edited: nil))
    #expect(draft(.jot(on: tomorrow)) == .jot(on: tomorrow, at: nil, tags: []))
    for kind: PromptKind in [.search, .command, .keys, .tags([.entry(tomorrow)], old: [])] {
      #expect(draft(kind) == nil)
    }
    let blank = PromptLine(.toDo(on: tomorrow), " ")
    #expect(state.draft(of: blank, startedAt: Stage.moment.instant) == nil)
  }

  @Test func `completes the last word and quotes it`() {
    var state = Stage.state()
    Stage.press(&state, .text(":"), .text("commitdiary notes list --tag sl"))
    #expect(Stage.press(&state, .tab) == [.complete(["notes", "list", "--tag"], "sl", 1)])
    state.apply(.completions([CommandCompletion("slow start")], 1))
    #expect(state.prompt?.line.text == "commitdiary notes list --tag 'slow start' ")
    // An answer that is too late is ignored.
    state.apply(.completions(found, 0))
    #expect(state.completion == nil)
  }

  @Test func `keeps a line with an open quote`() {
    var state = Stage.state()
    #expect(Stage.press(&state, .text(":"), .text("tags 'open"), .enter).isEmpty)
    #expect(state.remark?.isFailure == true)
    #expect(state.prompt?.line.text == "")
    Stage.press(&state, .up)
    #expect(state.prompt?.line.text == "tags 'open")
  }

  @Test func `completes tags and commits`() {
    var state = Stage.state()
    state.apply(.tags(["perf", "slow"]))
    Stage.press(&state, .text("2"), .text("#"), .text(" #s"), .tab)
    #expect(state.prompt?.line.text == "#perf #slow ")
    Stage.press(&state, .escape, .text("m"), .text("3f"))
    #expect(Stage.press(&state, .tab) == [.completeCommit("3f", 2)])
  }

  @Test func `leaves the screen to commands that need the terminal`() {
    var state = Stage.state()
    state.usesTerminal = { $0.last == "write" }
    #expect(
      Stage.press(&state, .text(":"), .text("todo done 2"), .enter)
        == [.show(["todo", "done", "2"])])
    #expect(
      Stage.press(&state, .text(":"), .text("diary write"), .enter)
        == [.runOnTerminal(["diary", "write"])])
  }

  @Test func `changes tags by their difference`() {
    var state = Stage.state()
    Stage.press(&state, .text("2"), .text("#"))
    #expect(state.prompt?.line.text == "#perf")
    let note = RecordID.note(Stage.note(0).note.id)
    let change = DiaryChange.changeTags([note], adding: ["slow", "느림"], removing: ["perf"])
    let effects = Stage.press(&state, .control("u"), .text("slow, #느림"), .enter)
    #expect(Stage.changes(effects) == [change])
    #expect(
      change.words([Stage.note(0).note.id: "0000"]) == [
        "notes", "edit", "0000", "--tag", "slow", "--tag", "느림", "--untag", "perf",
      ])
    #expect(BrowseState.changeOfTags(of: [note], from: ["Perf"], to: "#perf") == nil)
    #expect(
      BrowseState.changeOfTags(of: [note], from: ["a"], to: " ")
        == .changeTags([note], adding: [], removing: ["a"]))
  }

  @Test func `moves a to-do to a typed day`() {
    var state = Stage.state()
    let id = Stage.toDos[0].toDo.id
    let effects = Stage.press(&state, .text("3"), .text("m"), .text("saturday"), .enter)
    #expect(Stage.changes(effects) == [.moveToDos([id], to: Stage.today)])
    #expect(Stage.press(&state, .text("m"), .text("blorp"), .enter).isEmpty)
    #expect(state.prompt?.line.text == "")
    #expect(state.remark?.isFailure == true)
    Stage.press(&state, .up)
    #expect(state.prompt?.line.text == "blorp")
  }

  @Test func `chooses what the year shows`() {
    var state = Stage.state("ko_KR")
    state.apply(.tags(["perf"]))
    Stage.press(&state, .text("f"))
    #expect(Stage.lines(state).contains { $0.contains("> 1 커밋과 기여") })
    Stage.press(&state, .text("6"))
    #expect(state.measure == .words)
    #expect(state.missingMeasure?.measure == .words)
    let activity = Activity(
      source: .local, measure: .words, name: "단어",
      days: [Contribution(day: Stage.today, count: 1234, level: 4)])
    let graph = Graph(
      activity: activity, span: state.yearSpan, today: Stage.today, firstWeekday: .sunday,
      streaks: activity.streaks(today: Stage.today, excluding: []))
    state.apply(.measured(MeasuredYear(measure: .words, version: state.version, graph: graph)))
    #expect(state.missingMeasure == nil)
    #expect(Stage.lines(state)[0].contains("단어 1,234개"))
    Stage.press(&state, .text("f"), .text("G"), .enter)
    #expect(state.measure == .tag("perf"))
    state.apply(.measureRefused(.tag("perf"), "no"))
    #expect(state.measure == .words)
    // The current measure is selected, and a key without a meaning changes nothing.
    Stage.press(&state, .text("f"), .text("X"))
    #expect(state.menu?.selection == 5)
    #expect(Stage.lines(state).last?.contains("Enter 선택") == true)
    Stage.press(&state, .escape)
    #expect(state.menu == nil)
  }

  @Test func `copies the text, the id or the link`() {
    var state = Stage.state()
    let text = "\(Stage.title)\n\n첫째 줄\nsecond line"
    #expect(Stage.press(&state, .text("y"), .text("y")) == [.copy(text)])
    #expect(Stage.press(&state, .text("y"), .text("2")) == [.copy("2026-11-21")])
    #expect(
      Stage.press(&state, .text("s"), .text("j"), .enter)
        == [.show(["diary", "share", "2026-11-21", "--format", "markdown"])])
  }

  @Test func `finds commits by their subject`() {
    var state = Stage.state()
    state.apply(Stage.commits([Stage.commit]))
    Stage.press(&state, .control("f"), .text("INDEX cache"))
    state.apply(.found(.init(notes: [], entries: [], toDos: []), [:], 1))
    #expect(state.list.count == 1)
    #expect(state.subject == .commit(sha: Stage.commit.commit.sha))
    Stage.press(&state, .text("x"))
    state.apply(.found(.init(notes: [], entries: [], toDos: []), [:], 2))
    #expect(state.list.count == 0)
  }

  @Test func `says why a key does nothing`() {
    var state = Stage.state("ko_KR")
    let expected: [(String, String)] = [
      (" ", "먼저 할 일을"), ("m", "여기서는"), ("w", "먼저 커밋을"),
      ("o", "여기서는"), ("n", "Ctrl-F 키로 검색"),
    ]
    for (key, words) in expected {
      #expect(Stage.press(&state, .text(key)).isEmpty)
      #expect(state.remark?.text.hasPrefix(words) == true, "\(key): \(state.remark?.text ?? "")")
    }
    Stage.press(&state, .text("j"), .text("d"))
    #expect(state.remark?.text.hasPrefix("여기서는") == true)
  }

  @Test func `the list of commits begins at those of the selected day`() {
    var state = Stage.state()
    let rows = (0..<9).map { ListRow.commit(Stage.commit, Stage.today - $0 / 2, isMarked: false) }
    state.apply(.commits(.clone, FoundCommits(rows: rows, origin: nil)))
    for (back, position) in [(1, 2), (3, 6), (0, 0), (9, 0)] {
      Stage.press(&state, .text("t"))
      for _ in 0..<back { Stage.press(&state, .text("k")) }
      Stage.press(&state, .text("4"))
      #expect(state.list.selection == position, "\(back) days before")
    }
    // They may be read only when the list is shown.
    var unread = Stage.state()
    for key in ["k", "k", "4"] { Stage.press(&unread, .text(key)) }
    #expect(unread.day == Stage.today - 2)
    unread.apply(.commits(.clone, FoundCommits(rows: rows, origin: nil)))
    #expect(unread.list.selection == 4 && unread.day == Stage.today - 2)
  }

  @Test func `the key of a note goes to the commits, and writes on the next press`() {
    var state = Stage.state()
    state.apply(Stage.commits([Stage.commit]))
    #expect(Stage.press(&state, .text("c")).isEmpty)
    #expect(state.tab == .commits && state.focus == .list && state.remark != nil)
    #expect(Stage.press(&state, .text("c")).count == 1)
  }

  @Test func `shows how far a command is and which one waits`() {
    var state = Stage.state()
    let refresh = RunningCommand(words: ["refresh"], place: state.place, number: 1)
    state.running = [refresh]
    state.apply(.progress("3 of 12 repositories, 40 commits", of: refresh))
    #expect(Stage.lines(state).last?.contains("refresh: 3 of 12 repositories") == true)
    state.apply(.output(refresh, CommandOutcome(status: .success, output: "", remarks: "")))
    #expect(state.running.isEmpty)
    Stage.press(&state, .text("j"))
    let jot = DiaryChange.jot("a line", at: DayAndTime(day: Stage.today, time: nil))
    state.saving = state.running(jot)
    #expect(Stage.lines(state).last?.contains("Waiting for the journal: commitdiary jot") == true)
  }

  @Test func `keeps refused lines while another one is typed`() {
    var state = Stage.state()
    let refused = PromptLine(.jot(on: Stage.today), "refused")
    Stage.press(&state, .text("a"), .text("milk"))
    state.refuse(refused, "no space")
    #expect(state.prompt?.line.text == "milk")
    #expect(state.abandoned[.jot(on: Stage.today)] == "refused")
    Stage.press(&state, .escape, .text("i"))
    #expect(state.prompt?.line.text == "refused")
    state.refuse(refused, "no space")
    #expect(state.refused == [refused])
  }

  @Test func `names another day in front of a line`() {
    var state = Stage.state()
    Stage.press(&state, .text("k"), .text("i"))
    #expect(Stage.lines(state).last?.hasPrefix("Line for Fri, Nov 20") == true)
  }

  @Test func `stops a running command with Escape`() {
    var state = Stage.state()
    state.running = [RunningCommand(words: ["refresh"], place: state.place)]
    #expect(Stage.lines(state).last?.contains("Running: commitdiary refresh") == true)
    #expect(Stage.lines(state).last?.contains("Esc Stop") == true)
    #expect(Stage.press(&state, .escape) == [.interrupt])
  }
}
