import Diary
import JSON
import TestSupport
import Testing

@testable import Journal

@Suite struct TodoTxtTests {
  static let now = Moment.test("2026-11-21T18:00:00+09:00")
  static let seoul: @Sendable (Instant) -> Int = { _ in 9 * 3600 }

  private func read(_ text: String) throws -> [NewToDo] {
    try TodoTxt.read(text, now: Self.now, offset: Self.seoul)
  }

  private static func noon(_ day: String) -> Moment { .test("\(day)T12:00:00+09:00") }

  static func toDo(
    _ text: String, on day: String = "2026-11-20", done: String? = nil, tags: [String] = [],
    due: String? = nil, priority: String? = nil, every: String? = nil, number: Int = 1,
    uuid: String? = nil, foreign: String? = nil
  ) -> ToDo {
    let day = Day(iso: day) ?? Day(number: 0)
    let due = due.flatMap { Day(iso: $0) }
    return ToDo(
      id: Identifier(bits: UInt64(number)), day: day, number: number, text: text, version: 1,
      doneAt: done.map(Moment.test), createdAt: .test("2026-11-19T08:09:10+09:00"),
      updatedAt: now, deletedAt: nil, tags: tags, due: due,
      priority: priority.flatMap { ToDo.Priority($0) },
      recurrence: every.flatMap { Recurrence($0, of: day, due: due) }, uuid: uuid,
      foreign: foreign)
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
    #expect(TodoTxt.write([Self.toDo("ship it", on: list, done: done)]) == line)
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
    #expect(toDo.doneAt == example.done && toDo.uuid == nil)
  }

  @Test func `skips empty lines, any line breaks and a byte order mark`() throws {
    #expect(
      try read("\u{FEFF}one\r\n\r\n  \n2026-11-20 two\n").map(\.text) == ["one", "two"])
    #expect(try read("").isEmpty)
  }

  @Test(arguments: [
    "x", "x 2026-11-21", "x 2026-11-21 2026-11-20", "(A)", "(B) 2026-11-20", "2026-11-20",
  ])
  func `reports a line with marks but no text`(_ line: String) {
    #expect(throws: ToDoFormatError(line: 3, reason: .noText)) { try read("one\n\n\(line)  \n") }
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
  func `writes a todo.txt line`(_ toDo: ToDo, _ line: String) {
    #expect(TodoTxt.write([toDo]) == line)
  }

  @Test func `reads back what it wrote`() throws {
    try Fuzz.rounds(71, atLeast: 2_000) { random in
      guard let toDo = Self.toDo(&random) else { return }
      let read = try read(TodoTxt.write([toDo]))
      #expect(read.map(\.details) == [toDo.details] && read.first?.day == toDo.day)
      #expect(read.first?.doneAt?.day == toDo.doneAt?.day)
    }
  }

  /// A random to-do with random details; `nil` if it would have no text.
  static func toDo(_ random: inout Seeded) -> ToDo? {
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
  private func read(_ text: String) throws -> Taskwarrior.Reading {
    try Taskwarrior.read(text, now: TodoTxtTests.now, offset: TodoTxtTests.seoul)
  }

  private func write(_ toDos: [ToDo]) -> String {
    Taskwarrior.write(toDos, offset: TodoTxtTests.seoul)
  }

  private let uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"

  @Test func `reads a task with times and attributes`() throws {
    let reading = try read(
      """
      {"id":1,"description":"Fix the parser","due":"20261122T150000Z","entry":"20261120T160000Z",\
      "priority":"H","project":"web.api","status":"completed","end":"20261121T000102Z",\
      "tags":["next","회고"],"uuid":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","urgency":8.2,\
      "annotations":[{"entry":"20261120T160000Z","description":"x"}],"recur":null,"estimate":3}
      """)
    #expect(
      reading.toDos == [
        NewToDo(
          ToDo.Details(
            text: "Fix the parser +web.api", tags: ["next", "회고"], due: Day(iso: "2026-11-23"),
            priority: ToDo.Priority("A")),
          day: Day(iso: "2026-11-21"), createdAt: .test("2026-11-21T01:00:00+09:00"),
          doneAt: .test("2026-11-21T09:01:02+09:00"), uuid: uuid,
          foreign: """
            {"due":"20261122T150000Z","priority":"H","project":"web.api",\
            "annotations":[{"entry":"20261120T160000Z","description":"x"}],"estimate":3}
            """)
      ])
    #expect(reading.skipped == 0)
  }

  @Test(arguments: [
    "{\"description\":\"one\"}\n{\"description\":\"two\"}\n",
    "[\n{\"description\":\"one\"},\n{\"description\":\"two\"}\n]\n",
    "{\"description\":\"one\"},\n{\"description\":\"two\"},",
    "[{\"description\":\"one\"},{\"description\":\"two\"}]",
    "\u{FEFF}{\r\n\"description\":\r\n\"one\"}  {\"description\":\"two\", \"x\": [{\"}\": \"]\\\"\"}]}",
  ])
  func `reads tasks as lines or as a JSON list`(_ text: String) throws {
    #expect(try read(text).toDos.map(\.text) == ["one", "two"])
  }

  @Test(arguments: ["", "\n", "[]", "[\n]\n"])
  func `reads an empty file`(_ text: String) throws {
    #expect(try read(text) == Taskwarrior.Reading())
  }

  @Test func `skips deleted and recurring tasks, keeps waiting ones open`() throws {
    let reading = try read(
      ["deleted", "recurring", "waiting", "pending"]
        .map { #"{"description":"\#($0)","status":"\#($0)"}"# }.joined(separator: "\n"))
    #expect(reading.toDos.map(\.text) == ["waiting", "pending"] && reading.skipped == 2)
    #expect(reading.toDos.allSatisfy { $0.doneAt == nil })
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
    let new = try #require(try read(task).toDos.first)
    var toDo = TodoTxtTests.toDo(new.text, on: new.day?.description ?? "", uuid: new.uuid)
    (toDo.tags, toDo.due, toDo.wait, toDo.priority) = (
      new.details.tags, new.details.due, new.details.wait, new.details.priority
    )
    (toDo.foreign, toDo.createdAt) = (new.foreign, try #require(new.createdAt))
    func members(_ text: String) throws -> [String: JSONValue] {
      let members = try JSONParser.parse(Array(text.utf8)).object ?? []
      return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
    #expect(try members(write([toDo])) == members(task))
    // A new day and a new due date replace the times of the old ones.
    toDo.due = Day(iso: "2026-12-24")
    toDo.day = toDo.day + 1
    #expect(try members(write([toDo]))["due"] == "20261223T150000Z")
    #expect(try members(write([toDo]))["scheduled"] != nil)
  }

  @Test func `reads dates in seconds`() throws {
    let new = try read(#"{"description":"a","due":1795359600,"entry":"1795359600"}"#).toDos
    #expect(new.first?.details.due == Day(iso: "2026-11-23"))
    #expect(new.first?.day == Day(iso: "2026-11-23"))
    #expect(throws: ToDoFormatError(line: 1, reason: .missing(field: "due"))) {
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
      ("[1, 2]", 1, .noTask), ("\n\"text\"", 2, .noTask), ("<html>", 1, .noTask),
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
    ] as [(String, Int, ToDoFormatError.Reason)])
  func `reports an error with its line`(
    _ text: String, _ line: Int, _ reason: ToDoFormatError.Reason
  ) {
    #expect(throws: ToDoFormatError(line: line, reason: reason)) { try read(text) }
  }

  @Test func `writes a Taskwarrior task`() {
    let open = TodoTxtTests.toDo(
      "fix +web", tags: ["next", "a b"], due: "2026-11-22", priority: "B", every: "week")
    let done = TodoTxtTests.toDo("call \"mum\" +1 again", done: "2026-11-21T23:30:00+09:00")
    #expect(
      write([open, done]) == """
        {"description":"fix","due":"20261121T150000Z","entry":"20261118T230910Z","priority":"M",\
        "project":"web","scheduled":"20261119T150000Z","status":"pending","tags":["next"],\
        "uuid":"63647279-0000-8000-8000-000000000001",\
        "commitdiary":"{\\"every\\":\\"week\\",\\"tags\\":[\\"next\\",\\"a b\\"]}"}
        {"description":"call \\"mum\\" +1 again","end":"20261121T143000Z",\
        "entry":"20261118T230910Z","scheduled":"20261119T150000Z","status":"completed",\
        "uuid":"63647279-0000-8000-8000-000000000001"}

        """)
  }

  @Test func `reads back what it wrote`() throws {
    try Fuzz.rounds(72, atLeast: 2_000) { random in
      guard let toDo = TodoTxtTests.toDo(&random) else { return }
      let read = try #require(try read(write([toDo])).toDos.first)
      #expect(read.details == toDo.details && read.day == toDo.day)
      #expect(read.createdAt == toDo.createdAt && read.doneAt == toDo.doneAt)
      #expect(read.uuid.flatMap { Identifier(uuid: $0) } == toDo.id)
    }
  }

  @Test func `any bytes give tasks or an error`() {
    let pieces = [
      "{", "}", "[", "]", "\"", "\\", ",", ":", "\n", "\"description\"", "\"a\"", "null", "1", "회",
      "\"entry\"", "\"20261121T000000Z\"", "\"status\"", "\"pending\"", "\u{0}", "'", "/*", "//",
    ]
    Fuzz.rounds(73, atLeast: 5_000) { random in
      let text = (0..<Int.random(in: 0...24, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      _ = try? read(text)
      _ = try? TodoTxt.read(text, now: TodoTxtTests.now, offset: TodoTxtTests.seoul)
    }
  }

  /// In Havana the clocks changed from 0:00 to 1:00 on 2026-03-08, and back on 2026-11-01.
  @Test(arguments: [
    "2026-03-07", "2026-03-08", "2026-03-09", "2026-10-31", "2026-11-01", "2026-11-02",
  ])
  func `keeps the day across a clock change`(_ date: String) throws {
    let spring = Moment.test("2026-03-08T05:00:00Z").instant
    let autumn = Moment.test("2026-11-01T05:00:00Z").instant
    let havana: (Instant) -> Int = { $0 >= spring && $0 < autumn ? -4 * 3600 : -5 * 3600 }
    let toDo = TodoTxtTests.toDo("text", on: date, due: date)
    let text = Taskwarrior.write([toDo], offset: havana)
    let read = try #require(
      try Taskwarrior.read(text, now: TodoTxtTests.now, offset: havana).toDos.first)
    #expect(read.day == toDo.day && read.details == toDo.details)
    let line = try #require(
      try TodoTxt.read("x \(date) text", now: TodoTxtTests.now, offset: havana).first)
    #expect(line.doneAt?.day == toDo.day)
  }
}
