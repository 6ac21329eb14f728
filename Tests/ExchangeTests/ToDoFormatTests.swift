import Diary
import JSON
import TestSupport
import Testing

@testable import Exchange

@Suite struct TodoTxtTests {
  static let now = Moment.test("2026-11-21T18:00:00+09:00")
  static let seoul = CivilTime { _ in 9 * 3600 }

  private func read(_ text: String) throws -> [NewToDo] {
    try Self.items(
      FormatReader<TodoTxtFormat>(Source(Array(text.utf8)), time: Self.seoul, now: Self.now)
    )
    .map(Self.toDo)
  }

  private func write(_ items: [Item]) -> String {
    items.compactMap { TodoTxtWriter().text(of: $0) }.joined()
  }

  static func items(_ reader: some ItemReader) throws -> [Item] {
    var reader = reader
    var items: [Item] = []
    while let item = try reader.next() { items.append(item) }
    return items
  }

  static func toDo(_ item: Item) -> NewToDo {
    if case .toDo(let toDo) = item.content { toDo } else { NewToDo(text: "no to-do") }
  }

  private static func noon(_ day: String) -> Moment { .test("\(day)T12:00:00+09:00") }

  static func toDo(
    _ text: String, on day: String = "2026-11-20", done: String? = nil, tags: [String] = [],
    due: String? = nil, priority: String? = nil, every: String? = nil, number: Int = 1
  ) -> Item {
    let day = Day(iso: day) ?? Day(number: 0)
    let due = due.flatMap { Day(iso: $0) }
    let details = ToDo.Details(
      text: text, tags: tags, due: due, priority: priority.flatMap { ToDo.Priority($0) },
      recurrence: every.flatMap { Recurrence($0, of: day, due: due) })
    let toDo = NewToDo(
      details, day: day, createdAt: .test("2026-11-20T08:09:10+09:00"),
      doneAt: done.map(Moment.test))
    return Item(.toDo(toDo), key: Identifier(bits: UInt64(number)).uuid)
  }

  struct Example: CustomTestStringConvertible {
    var line: String
    var text: String
    var day: String?
    var done: Moment?
    var tags: [String] = []
    var due: String?
    var priority: String?
    var rule: Recurrence.Rule?
    var testDescription: String { line }
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-21T12:00:00+09:00", "x 2026-11-21 2026-11-20 ship it\n"),
    ("2026-11-21", "2026-11-20T12:00:00+09:00", "x 2026-11-20 2026-11-20 ship it t:2026-11-21\n"),
    ("2026-11-20", "2026-11-20T12:00:00+09:00", "x 2026-11-20 2026-11-20 ship it\n"),
  ])
  func `writes the completion date first`(
    list: String, done: String, line: String
  ) throws {
    #expect(write([Self.toDo("ship it", on: list, done: done)]) == line)
  }

  @Test(arguments: [
    ("2026-11-20 pay t:2026-11-25", "2026-11-25", "2026-11-20 pay t:2026-11-25\n"),
    ("2026-11-20 pay wait:2026-11-25", "2026-11-25", "2026-11-20 pay wait:2026-11-25\n"),
    (
      "2026-11-20 pay t:2026-11-26 wait:2026-11-25", "2026-11-26",
      "2026-11-20 pay t:2026-11-26 wait:2026-11-25\n"
    ),
    ("2026-11-20 pay t:2026-11-19", "2026-11-20", "2026-11-20 pay t:2026-11-19\n"),
    ("pay t:2026-11-25", "2026-11-25", "pay t:2026-11-25\n"),
  ])
  func `is on the list from the latest of its days`(
    line: String, day: String, written: String
  ) throws {
    let items = try Self.items(
      FormatReader<TodoTxtFormat>(Source(Array(line.utf8)), time: Self.seoul, now: Self.now))
    #expect(Self.toDo(items[0]).day == Day(iso: day))
    #expect(write(items) == written)
  }

  @Test func `reads a 0.1.0 list with swapped dates`() throws {
    let toDo = try #require(try read("x 2026-11-20 2026-11-21 ship it").first)
    #expect(toDo.day == Day(iso: "2026-11-21"))
    #expect(toDo.doneAt == Self.noon("2026-11-20") && toDo.createdAt == Self.noon("2026-11-20"))
  }

  @Test(arguments: [
    Example(line: "buy milk", text: "buy milk"),
    Example(line: "2026-11-20 buy milk", text: "buy milk", day: "2026-11-20"),
    Example(
      line: "(A) 2026-11-20 call +home", text: "call +home", day: "2026-11-20", priority: "A"),
    Example(line: "(Z) call @phone", text: "call", tags: ["phone"], priority: "Z"),
    Example(
      line: "x 2026-11-21 2026-11-20 (A) text +proj @ctx due:2026-11-22 pri:B",
      text: "(A) text +proj", day: "2026-11-20", done: noon("2026-11-21"), tags: ["ctx"],
      due: "2026-11-22", priority: "B"),
    Example(
      line: "x 2026-11-21 a t:2026-11-25", text: "a", day: "2026-11-25",
      done: noon("2026-11-21")),
    // Fields are at the end of a line, except for the due date.
    Example(
      line: "call @phone due:2026-11-22 mum @a @b due:2026-11-23 rec:1b",
      text:
        "call @phone due:2026-11-22 mum", tags: ["a", "b"], due: "2026-11-23", rule: .weekday),
    Example(line: "pay due:2026-11-22 the rent", text: "pay the rent", due: "2026-11-22"),
    Example(line: "a @two%20words @50%", text: "a", tags: ["two words", "50%"]),
    Example(line: "a @b @B", text: "a @b", tags: ["B"]),
    Example(line: "mail bob @home words:3", text: "mail bob @home"),
    // What is unknown stays in the text.
    Example(line: "a t:2026-11-25 pri:A", text: "a t:2026-11-25 pri:A"),
    Example(line: "a rec:2w due:tomorrow", text: "a rec:2w due:tomorrow"),
    Example(line: "a b words:9", text: "a b words:9"),
    Example(line: "a b words:1", text: "a b words:1"),
    Example(line: "@home", text: "@home"),
    Example(line: "x 2026-11-20 text", text: "text", done: noon("2026-11-20")),
    Example(line: "x text", text: "text", done: now),
    Example(line: "  x\t2026-11-20  text  here \t", text: "text  here", done: noon("2026-11-20")),
    // Words that only resemble a marker.
    Example(line: "X text", text: "X text"), Example(line: "xylophone", text: "xylophone"),
    Example(line: "(a) text", text: "(a) text"), Example(line: "(AB) text", text: "(AB) text"),
    Example(line: "(A)text", text: "(A)text"),
    Example(line: "2026-02-30 text", text: "2026-02-30 text"),
    Example(
      line: "2026-11-20 2026-12-24 party", text: "2026-12-24 party", day: "2026-11-20"),
    Example(
      line: "x 2026-11-21 2026-11-20 x 2026-12-24 y", text: "x 2026-12-24 y", day: "2026-11-20",
      done: noon("2026-11-21")),
    Example(line: "회고 쓰기 +주간", text: "회고 쓰기 +주간"),
  ])
  func `reads a todo.txt line`(_ example: Example) throws {
    let toDo = try #require(try read(example.line).first)
    #expect(toDo.text == example.text && toDo.details.tags == example.tags)
    #expect(toDo.details.due?.description == example.due)
    #expect(toDo.details.priority?.letter == example.priority)
    #expect((toDo.details.recurrence?.rule ?? toDo.rule) == example.rule)
    #expect(toDo.day == example.day.flatMap { Day(iso: $0) })
    #expect(toDo.doneAt == example.done)
  }

  @Test func `skips empty lines, any line breaks and a byte order mark`() throws {
    #expect(
      try read("\u{FEFF}one\r\n\r\n  \n2026-11-20 two\n").map(\.text) == ["one", "two"])
    #expect(try read("").isEmpty)
  }

  @Test(arguments: [
    "x", "x 2026-11-21", "x 2026-11-21 2026-11-20", "(A)", "(B) 2026-11-20", "2026-11-20",
  ])
  func `a line with marks but no text stops nothing`(_ line: String) throws {
    #expect(try read("one\n\n\(line)  \ntwo\n").map(\.text) == ["one", "two"])
  }

  @Test(arguments: [
    (toDo("buy milk"), "2026-11-20 buy milk\n"),
    (toDo("call +home", priority: "A"), "(A) 2026-11-20 call +home\n"),
    (toDo("(A) call"), "2026-11-20 (A) call\n"),
    (
      toDo("call", done: "2026-11-21T23:30:00+09:00", priority: "A"),
      "x 2026-11-21 2026-11-20 call pri:A\n"
    ),
    (
      toDo("pay", tags: ["a b", "회고"], due: "2026-11-22", every: "week"),
      "2026-11-20 pay @a%20b @회고 due:2026-11-22 rec:1w\n"
    ),
    (
      toDo("pay", due: "2026-09-30", every: "month/2026-08-31/2026-08-31"),
      "2026-11-20 pay due:2026-09-30 rec:1m since:2026-08-31/2026-08-31\n"
    ),
    (toDo("mail bob @home"), "2026-11-20 mail bob @home words:3\n"),
    (toDo("two\nlines\r\nhere"), "2026-11-20 two lines here\n"),
    (toDo("(A)"), "2026-11-20 (A)\n"), (toDo("x marks"), "2026-11-20 x marks\n"),
  ])
  func `writes a todo.txt line`(_ toDo: Item, _ line: String) {
    #expect(write([toDo]) == line)
  }

  @Test func `reads back what it wrote`() throws {
    try Fuzz.rounds(71, atLeast: 2_000) { random in
      guard let item = Self.item(&random) else { return }
      let toDo = Self.toDo(item)
      let read = try read(write([item]))
      #expect(read.map(\.details) == [toDo.details] && read.first?.day == toDo.day)
      #expect(read.first?.doneAt?.day == toDo.doneAt?.day)
    }
  }

  /// A random to-do with random details; `nil` if it would have no text.
  static func item(_ random: inout Seeded) -> Item? {
    let text = text(&random)
    guard !text.isEmpty else { return nil }
    func maybe<Value>(_ values: [Value]) -> Value? {
      Bool.random(using: &random) ? values.randomElement(using: &random) : nil
    }
    return Self.toDo(
      text, on: maybe(["2026-11-19", "2026-11-23"]) ?? "2026-11-20",
      done: maybe(["2026-11-21T08:00:00+09:00"]),
      tags: Tag.names(
        ["phone", "회고", "a b", "a,b", "%20", "due:2026-11-22", "b@", "é"].filter { _ in
          Int.random(in: 0..<4, using: &random) == 0
        }),
      due: maybe(["2026-11-22", "2024-02-29"]), priority: maybe(["A", "B", "C", "D", "Z"]),
      every: maybe(["day", "weekday", "week", "month", "month/2026-08-31"]))
  }

  /// Random words, including some with a meaning in a format.
  static func text(_ random: inout Seeded) -> String {
    let words = [
      "x", "(A)", "(B)", "(Z)", "2026-11-20", "+p", "@t", "@회고", "due:2026-11-22", "due:x", "word",
      "words:1", "words:2", "rec:1w", "pri:A",
      "회고", "\"", "\\", "{", "]", "é", "+", "@",
    ]
    return (0..<Int.random(in: 0...7, using: &random))
      .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }
}

@Suite struct TaskwarriorTests {
  static func reader(_ text: String, _ time: CivilTime = TodoTxtTests.seoul) throws
    -> FormatReader<TaskwarriorFormat>
  {
    try FormatReader<TaskwarriorFormat>(Source(Array(text.utf8)), time: time, now: TodoTxtTests.now)
  }

  private func read(_ text: String) throws -> [Item] {
    try TodoTxtTests.items(Self.reader(text))
  }

  private func texts(_ items: [Item]) -> [String] { items.map { TodoTxtTests.toDo($0).text } }

  static func write(_ items: [Item], _ time: CivilTime = TodoTxtTests.seoul) -> String {
    items.compactMap { TaskwarriorWriter(time: time).text(of: $0) }.joined()
  }

  private func write(_ items: [Item]) -> String { Self.write(items) }

  private let uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

  @Test func `reads a task with times and attributes`() throws {
    let items = try read(
      """
      {"id":1,"description":"Fix the parser","due":"20261122T150000Z","entry":"20261120T160000Z",\
      "priority":"H","project":"web.api","status":"completed","end":"20261121T000102Z",\
      "tags":["next","회고"],"uuid":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","urgency":8.2,\
      "annotations":[{"entry":"20261120T160000Z","description":"x"}],"recur":null,"estimate":3}
      """)
    let details = ToDo.Details(
      text: "Fix the parser +web.api", tags: ["next", "회고"], due: Day(iso: "2026-11-23"),
      priority: ToDo.Priority("A"))
    #expect(
      items.map(TodoTxtTests.toDo) == [
        NewToDo(
          details, day: Day(iso: "2026-11-21"), createdAt: .test("2026-11-21T01:00:00+09:00"),
          doneAt: .test("2026-11-21T09:01:02+09:00"))
      ])
    #expect(items.map(\.key) == [uuid])
    #expect(
      JSONValue.object(items[0].fields).text(.compact) == """
        {"due":"20261122T150000Z","priority":"H","project":"web.api",\
        "annotations":[{"entry":"20261120T160000Z","description":"x"}],"estimate":3}
        """)
  }

  @Test(arguments: [
    "{\"description\":\"one\"}\n{\"description\":\"two\"}\n",
    "[\n{\"description\":\"one\"},\n{\"description\":\"two\"}\n]\n",
    "{\"description\":\"one\"},\n{\"description\":\"two\"},",
    "[{\"description\":\"one\"},{\"description\":\"two\"}]",
    "\u{FEFF}{\r\n\"description\":\r\n\"one\"}  {\"description\":\"two\", \"x\": [{\"}\": \"]\\\"\"}]}",
  ])
  func `reads tasks as lines or as a JSON list`(_ text: String) throws {
    let items = try read(text)
    #expect(texts(items) == ["one", "two"])
  }

  @Test(arguments: ["", "\n", "[]", "[\n]\n"])
  func `reads an empty file`(_ text: String) throws {
    #expect(try read(text).isEmpty)
  }

  @Test func `counts deleted and recurring tasks, keeps waiting ones open`() throws {
    let statuses = ["deleted", "recurring", "waiting", "pending"]
    var reader = try Self.reader(
      statuses.map { #"{"description":"\#($0)","status":"\#($0)"}"# }.joined(separator: "\n"))
    #expect(try reader.next().map(TodoTxtTests.toDo)?.text == "waiting")
    #expect(try reader.next().map(TodoTxtTests.toDo)?.doneAt == nil)
    #expect(try reader.next() == nil)
    #expect(reader.left.counts == [.deleted: 1, .template: 1])
    #expect(reader.left.names[.template] == ["recurring"])
  }

  @Test func `an open task recurs as its parent does, which is exported with it`() throws {
    let other = "f81d4fae-7dec-11d0-a765-00a0c91e6bf7"
    let parent = """
      {"description":"Pay","status":"recurring","recur":"monthly","due":"20261130T150000Z",\
      "mask":"-","entry":"20261120T000000Z","uuid":"\(other)"}
      """
    let child = """
      {"description":"Pay","status":"pending","recur":"monthly","due":"20261130T150000Z",\
      "imask":0,"parent":"\(other)","entry":"20261120T000000Z","uuid":"\(uuid)"}
      """
    for text in ["\(parent)\n\(child)\n", "\(child)\n\(parent)\n"] {
      let items = try read(text)
      #expect(items.map(\.key) == [uuid])
      let recurrence = try #require(TodoTxtTests.toDo(items[0]).details.recurrence)
      #expect(recurrence.rule == .month && recurrence.firstDue == Day(iso: "2026-12-01"))
      let again = try read(write(items))
      #expect(again.map(\.content) == items.map(\.content))
      #expect(again.map { Set($0.fields) } == items.map { Set($0.fields) })
      #expect(write(items).hasPrefix(parent) && !write(items).contains("every"))
    }
  }

  @Test(arguments: [
    """
    {"description":"a","project":"two words","priority":"X","tags":["c"],"depends":["x"],\
    "due":"20261122T083000Z","scheduled":"20261120T233000Z","entry":"20261120T000000Z",\
    "annotations":[{"entry":"20261120T160000Z","description":"x"}],"recur":"weekly",\
    "parent":"f81d4fae-7dec-11d0-a765-00a0c91e6bf7","imask":0,"wait":"20261130T000000Z",\
    "status":"waiting","estimate":3.5,"uuid":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}
    """,
    """
    {"description":"b +web","entry":"20261120T000000Z","status":"pending","until":1764500000,\
    "uuid":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}
    """,
    """
    {"description":"b +web","project":"x","priority":"L","entry":"20261120T000000Z",\
    "status":"pending","uuid":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}
    """,
  ])
  func `exports what it does not know as it was imported`(task: String) throws {
    var item = try #require(try read(task).first)
    func members(_ text: String) throws -> [String: JSONValue] {
      let members = try JSONParser.parse(Array(text.utf8)).object ?? []
      return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
    #expect(try members(write([item])) == members(task))
    // A new day and a new due date replace the times of the old ones.
    var toDo = TodoTxtTests.toDo(item)
    toDo.details.due = Day(iso: "2026-12-24")
    toDo.day = toDo.day.map { $0 + 1 }
    item.content = .toDo(toDo)
    #expect(try members(write([item]))["due"] == "20261223T150000Z")
    #expect(try members(write([item]))["scheduled"] != nil)
  }

  @Test func `reads dates in seconds`() throws {
    let new = try read(#"{"description":"a","due":1795359600,"entry":"1795359600"}"#)
      .map(TodoTxtTests.toDo)
    #expect(new.first?.details.due == Day(iso: "2026-11-23"))
    #expect(new.first?.day == Day(iso: "2026-11-23"))
    #expect(throws: ExchangeError(.missing(field: "due"), line: 1)) {
      try read(#"{"description":"a","due":1e99}"#)
    }
  }

  @Test(
    arguments: [
      ("{\"description\":\"a\"}\n{\"description\":1}", 2, .missing(field: "description")),
      ("{\"description\":\"a\"}\n\n{}", 3, .missing(field: "description")),
      ("{\"description\":\" \\n\"}", 1, .noText),
      ("[\n{\"description\":\"a\"},\n{\"description\":\"b\"}", 3, .cutShort),
      ("[\n{\"description\":\"a\"},\n{\"descr", 3, .cutShort),
      ("[1, 2]", 1, .noItem), ("\n\"text\"", 2, .notJSON), ("<html>", 1, .notJSON),
      ("[{\"description\":\"a\"}]\nmore", 2, .notJSON),
      ("{\"description\":\"a\"}\n{\n\"description\": b c}", 3, .notJSON),
      (
        "{\"description\":\"a\",\"entry\":\"yesterday\"}", 1,
        .badDate(field: "entry", typed: "yesterday")
      ),
      (
        "{\"description\":\"a\",\"due\":\"20261322T000000Z\"}", 1,
        .badDate(field: "due", typed: "20261322T000000Z")
      ),
      ("{\"description\":\"a\",\"uuid\":\"1\"}", 1, .badUUID(typed: "1")),
      ("{\"description\":\"a\",\"status\":\"lost\"}", 1, .unknownStatus(typed: "lost")),
      ("{\"description\":\"a\",\"status\":1}", 1, .missing(field: "status")),
    ] as [(String, Int, ExchangeError.Reason)])
  func `reports an error with its line`(
    _ text: String, _ line: Int, _ reason: ExchangeError.Reason
  ) {
    #expect(throws: ExchangeError(reason, line: line)) { try read(text) }
  }

  @Test func `is on the list from the later of its dates`() throws {
    let task = """
      {"description":"a","entry":"20261119T000000Z","scheduled":"20261120T233000Z",\
      "wait":"20261130T000000Z","status":"pending","uuid":"\(uuid)"}
      """
    var item = try #require(try read(task).first)
    #expect(TodoTxtTests.toDo(item).day == Day(iso: "2026-11-30"))
    var toDo = TodoTxtTests.toDo(item)
    toDo.day = Day(iso: "2026-12-02")
    item.content = .toDo(toDo)
    let written = write([item])
    #expect(written.contains(#""scheduled":"20261201T150000Z""#), "\(written)")
    #expect(written.contains(#""wait":"20261201T150000Z""#), "\(written)")
    // Our own waits for a day after the one on which it was added.
    #expect(!write([TodoTxtTests.toDo("b")]).contains("wait"))
    #expect(
      write([TodoTxtTests.toDo("b", on: "2026-11-22")]).contains(#""wait":"20261121T150000Z""#))
  }

  @Test func `writes a Taskwarrior task`() {
    let open = TodoTxtTests.toDo(
      "fix +web", tags: ["next", "a b"], due: "2026-11-22", priority: "B", every: "week")
    let done = TodoTxtTests.toDo("call \"mum\" +1 again", done: "2026-11-21T23:30:00+09:00")
    #expect(
      write([open, done]) == """
        {"description":"fix","due":"20261121T150000Z","entry":"20261119T230910Z","priority":"M",\
        "project":"web","scheduled":"20261119T150000Z","status":"pending","tags":["next"],\
        "uuid":"63647279-0000-8000-8000-000000000001",\
        "commitdiary":"{\\"every\\":\\"week\\",\\"tags\\":[\\"next\\",\\"a b\\"]}"}
        {"description":"call \\"mum\\" +1 again","end":"20261121T143000Z",\
        "entry":"20261119T230910Z","scheduled":"20261119T150000Z","status":"completed",\
        "uuid":"63647279-0000-8000-8000-000000000001"}

        """)
  }

  @Test func `reads back what it wrote`() throws {
    try Fuzz.rounds(72, atLeast: 2_000) { random in
      guard let item = TodoTxtTests.item(&random) else { return }
      let read = try read(write([item]))
      #expect(read.map(\.content) == [item.content] && read.map(\.key) == [item.key])
    }
  }

  /// In Havana the clocks changed from 0:00 to 1:00 on 2026-03-08, and back on 2026-11-01.
  @Test(arguments: [
    "2026-03-07", "2026-03-08", "2026-03-09", "2026-10-31", "2026-11-01", "2026-11-02",
  ])
  func `keeps the day across a clock change`(_ date: String) throws {
    let spring = Moment.test("2026-03-08T05:00:00Z").instant
    let autumn = Moment.test("2026-11-01T05:00:00Z").instant
    let havana = CivilTime { $0 >= spring && $0 < autumn ? -4 * 3600 : -5 * 3600 }
    let item = TodoTxtTests.toDo("text", on: date, due: date)
    let read = try TodoTxtTests.items(Self.reader(Self.write([item], havana), havana))
    #expect(read.map(TodoTxtTests.toDo).first?.day == Day(iso: date))
    #expect(read.map(TodoTxtTests.toDo).first?.details == TodoTxtTests.toDo(item).details)
    let line = try TodoTxtTests.items(
      FormatReader<TodoTxtFormat>(
        Source(Array("x \(date) text".utf8)), time: havana, now: TodoTxtTests.now))
    #expect(line.map(TodoTxtTests.toDo).first?.doneAt?.day == Day(iso: date))
  }
}

@Suite struct ToDoFormatFuzzTests {
  @Test func `any bytes give tasks or an error`() {
    let pieces = [
      "{", "}", "[", "]", "\"", "\\", ",", ":", "\n", "\"description\"", "\"a\"", "null", "1", "회",
      "\"entry\"", "\"20261121T000000Z\"", "\"status\"", "\"pending\"", "\u{0}", "'", "/*", "//",
    ]
    Fuzz.rounds(73, atLeast: 5_000) { random in
      let text = (0..<Int.random(in: 0...24, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      _ = try? TodoTxtTests.items(TaskwarriorTests.reader(text))
      _ = try? TodoTxtTests.items(
        FormatReader<TodoTxtFormat>(
          Source(Array(text.utf8)), time: TodoTxtTests.seoul, now: TodoTxtTests.now))
    }
  }
}
