import Diary
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
    _ text: String, on day: String = "2026-11-20", done: String? = nil, number: Int = 1
  ) -> ToDo {
    ToDo(
      id: Identifier(bits: UInt64(number)), day: Day(iso: day) ?? Day(number: 0), number: number,
      text: text, version: 1, doneAt: done.map(Moment.test),
      createdAt: .test("2026-11-19T08:09:10+09:00"), updatedAt: now, deletedAt: nil)
  }

  struct Example: CustomTestStringConvertible {
    var line: String
    var text: String
    var day: String?
    var done: Moment?
    var testDescription: String { line }
  }

  @Test(arguments: [
    ("2026-11-20", "2026-11-21T12:00:00+09:00", "x 2026-11-21 2026-11-20 ship it\n"),
    ("2026-11-21", "2026-11-20T12:00:00+09:00", "x 2026-11-20 2026-11-20 ship it\n"),
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
    Example(line: "(A) 2026-11-20 call +home", text: "(A) call +home", day: "2026-11-20"),
    Example(line: "(A) call @phone", text: "(A) call @phone"),
    Example(
      line: "x 2026-11-21 2026-11-20 (A) text +proj @ctx due:2026-11-22",
      text: "(A) text +proj @ctx due:2026-11-22", day: "2026-11-20", done: noon("2026-11-21")),
    Example(line: "x 2026-11-20 text", text: "text", done: noon("2026-11-20")),
    Example(line: "x text", text: "text", done: now),
    Example(line: "  x\t2026-11-20  text  here \t", text: "text  here", done: noon("2026-11-20")),
    // What only looks like a mark.
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
    #expect(toDo.text == example.text)
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
    (toDo("(A) call +home"), "(A) 2026-11-20 call +home\n"),
    (
      toDo("(A) call", done: "2026-11-21T23:30:00+09:00"), "x 2026-11-21 2026-11-20 (A) call\n"
    ),
    (toDo("two\nlines\r\nhere"), "2026-11-20 two lines here\n"),
    (toDo("(A)"), "2026-11-20 (A)\n"), (toDo("x marks"), "2026-11-20 x marks\n"),
  ])
  func `writes a todo.txt line`(_ toDo: ToDo, _ line: String) {
    #expect(TodoTxt.write([toDo]) == line)
  }

  @Test func `reads back what it wrote`() throws {
    try Fuzz.rounds(71, atLeast: 2_000) { random in
      let text = Self.text(&random)
      guard !text.isEmpty else { return }
      let done = Bool.random(using: &random) ? "2026-11-21T08:00:00+09:00" : nil
      let toDo = Self.toDo(text, done: done)
      let read = try read(TodoTxt.write([toDo]))
      #expect(read.map(\.text) == [text] && read.first?.day == toDo.day)
      #expect(read.first?.doneAt?.day == toDo.doneAt?.day)
    }
  }

  /// Words, some of which mean something to a format.
  static func text(_ random: inout Seeded) -> String {
    let words = [
      "x", "(A)", "(B)", "(Z)", "2026-11-20", "+p", "@t", "@회고", "due:2026-11-22", "due:x", "word",
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
          text: "(A) Fix the parser +web.api @next @회고 due:2026-11-23",
          day: Day(iso: "2026-11-21"), createdAt: .test("2026-11-21T01:00:00+09:00"),
          doneAt: .test("2026-11-21T09:01:02+09:00"), uuid: uuid)
      ])
    #expect(reading.dropped == ["annotations", "recur", "estimate"] && reading.skipped == 0)
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

  @Test func `names attributes that cannot be kept`() throws {
    let reading = try read(
      #"{"description":"a","project":"two words","priority":"X","tags":["a b","c",1],"depends":[]}"#
    )
    #expect(reading.toDos.map(\.text) == ["a @c"])
    #expect(reading.dropped == ["project", "priority", "tags", "depends"])
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
    let open = TodoTxtTests.toDo("(B) fix +web @next due:2026-11-22")
    let done = TodoTxtTests.toDo("call \"mum\" +1 again", done: "2026-11-21T23:30:00+09:00")
    #expect(
      write([open, done]) == """
        {"description":"fix","due":"20261121T150000Z","entry":"20261118T230910Z","priority":"M",\
        "project":"web","scheduled":"20261119T150000Z","status":"pending","tags":["next"],\
        "uuid":"63647279-0000-8000-8000-000000000001"}
        {"description":"call \\"mum\\" +1 again","end":"20261121T143000Z",\
        "entry":"20261118T230910Z","scheduled":"20261119T150000Z","status":"completed",\
        "uuid":"63647279-0000-8000-8000-000000000001"}

        """)
  }

  @Test func `reads back what it wrote`() throws {
    try Fuzz.rounds(72, atLeast: 2_000) { random in
      let text = TodoTxtTests.text(&random)
      guard !text.isEmpty else { return }
      let done = Bool.random(using: &random) ? "2026-11-21T08:00:00+09:00" : nil
      let toDo = TodoTxtTests.toDo(text, done: done)
      let reading = try read(write([toDo]))
      let read = try #require(reading.toDos.first)
      #expect(read.text == text && read.day == toDo.day && reading.dropped.isEmpty)
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

  /// In Havana clocks went from 0:00 to 1:00 on 2026-03-08, and back on 2026-11-01.
  @Test(arguments: [
    "2026-03-07", "2026-03-08", "2026-03-09", "2026-10-31", "2026-11-01", "2026-11-02",
  ])
  func `keeps the day across a clock change`(_ date: String) throws {
    let spring = Moment.test("2026-03-08T05:00:00Z").instant
    let autumn = Moment.test("2026-11-01T05:00:00Z").instant
    let havana: (Instant) -> Int = { $0 >= spring && $0 < autumn ? -4 * 3600 : -5 * 3600 }
    let toDo = TodoTxtTests.toDo("text due:\(date)", on: date)
    let text = Taskwarrior.write([toDo], offset: havana)
    let read = try #require(
      try Taskwarrior.read(text, now: TodoTxtTests.now, offset: havana).toDos.first)
    #expect(read.day == toDo.day && read.text == toDo.text)
    let line = try #require(
      try TodoTxt.read("x \(date) text", now: TodoTxtTests.now, offset: havana).first)
    #expect(line.doneAt?.day == toDo.day)
  }
}
