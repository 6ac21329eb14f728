import JSON
import Synchronization
import TestSupport
import Testing

@testable import Servers

/// The protocol of editors.
@Suite struct LSPServerTests {
  private final class Sent: Sendable {
    private let lines = Mutex<[JSONValue]>([])

    func add(_ text: String) {
      let json = (try? JSONParser.parse(Array(text.utf8))) ?? .string("no JSON: \(text)")
      lines.withLock { $0.append(json) }
    }

    var all: [JSONValue] { lines.withLock { $0 } }
    func answer(_ id: JSONValue) -> JSONValue? { all.first { $0["id"] == id } }
  }

  private let sent: Sent
  private let server: LSPServer

  init() {
    let sent = Sent()
    self.sent = sent
    server = LSPServer(
      name: "test", version: "1",
      answers: LSPServer.Answers(
        hover: { path, text, line in
          if path == "/slow" { try? await Task.sleep(for: .seconds(5)) }
          guard path != "/nothing" else { return nil }
          let bytes = text.map { String(decoding: $0, as: UTF8.self) } ?? "saved"
          return LSPServer.Hover(markdown: "**\(path)** \(line) \(bytes)", plain: "\(line)")
        },
        lenses: { _, text in
          let lines = (text ?? []).split(separator: 0x0A, omittingEmptySubsequences: false)
          return lines.indices.filter { lines[$0].contains(UInt8(ascii: "!")) }
            .map { LSPServer.Lens(line: $0 + 1, title: "1 note") }
        })
    ) { sent.add($0) }
  }

  private func receive(_ message: JSONValue) async {
    await server.receive(Array(message.text(.compact).utf8))
  }

  private func ask(_ id: Int, _ method: String, _ parameters: JSONValue) async -> JSONValue? {
    await receive([
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters,
    ])
    await server.finish()
    return sent.answer(.integer(id))?["result"]
  }

  private func tell(_ method: String, _ parameters: JSONValue) async {
    await receive(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  private func begin(_ capabilities: JSONValue = .object([])) async -> JSONValue? {
    let result = await ask(0, "initialize", ["capabilities": capabilities])
    await tell("initialized", .object([]))
    return result?["capabilities"]
  }

  private func hover(_ id: Int, _ uri: String, line: Int) async -> String? {
    let result = await ask(
      id, "textDocument/hover",
      [
        "textDocument": ["uri": .string(uri)],
        "position": ["line": .integer(line), "character": 0],
      ])
    return result?["contents"]?["value"]?.string
  }

  @Test func `a session from its beginning to its end`() async {
    #expect(await ask(9, "textDocument/hover", .object([])) == nil)
    #expect(sent.answer(9)?["error"]?["code"] == -32002)
    let capabilities = await begin()
    #expect(capabilities?["positionEncoding"] == "utf-16")
    #expect(await hover(1, "file:///a%20b", line: 4) == "**/a b** 5 saved")
    #expect(await hover(2, "file:///nothing", line: 0) == nil)
    #expect(await hover(3, "untitled:x", line: 0) == nil)
    await tell("unknown/thing", .null)
    #expect(await ask(4, "unknown", .null) == nil)
    #expect(sent.answer(4)?["error"]?["code"] == -32601)
    #expect(await ask(5, "shutdown", .null) == .null)
    #expect(await server.end == nil)
    await tell("exit", .null)
    #expect(await server.end == .expected)
  }

  @Test func `an editor without Markdown gets plain text`() async {
    let capabilities = await begin([
      "general": ["positionEncodings": ["utf-32", "utf-8"]],
      "textDocument": ["hover": ["contentFormat": ["plaintext"]]],
    ])
    #expect(capabilities?["positionEncoding"] == "utf-8")
    #expect(await hover(1, "file:///a", line: 2) == "3")
  }

  @Test func `text that is not saved, with the lenses and their command`() async {
    _ = await begin()
    let document: JSONValue = ["uri": "file:///a", "text": "one\r\ntwo!\nthree\rfour\nfive!"]
    await tell("textDocument/didOpen", ["textDocument": document])
    // A carriage return alone ends a line of an editor, and none of git.
    #expect(await hover(1, "file:///a", line: 4)?.hasPrefix("**/a** 4 ") == true)
    let lenses = await ask(2, "textDocument/codeLens", ["textDocument": document])?.array ?? []
    #expect(lenses.compactMap { $0["range"]?["start"]?["line"]?.integer } == [1, 4])
    let command = lenses.last?["command"]
    #expect(command?["title"] == "1 note")
    let result = await ask(
      3, "workspace/executeCommand",
      ["command": command?["command"] ?? .null, "arguments": command?["arguments"] ?? .null])
    #expect(result == .null)
    #expect(
      sent.all.contains {
        $0["method"] == "window/showMessage" && $0["params"]?["message"] == "4"
      })
    await tell("textDocument/didClose", ["textDocument": document])
    #expect(await hover(4, "file:///a", line: 4) == "**/a** 5 saved")
  }

  @Test func `a cancelled request is answered at once`() async {
    _ = await begin()
    await receive([
      "jsonrpc": "2.0", "id": "slow", "method": "textDocument/hover",
      "params": [
        "textDocument": ["uri": "file:///slow"], "position": ["line": 0, "character": 0],
      ],
    ])
    await tell("$/cancelRequest", ["id": "slow"])
    #expect(sent.answer("slow")?["error"]?["code"] == -32800)
    await server.finish()
    #expect(sent.all.count { $0["id"] == "slow" } == 1)
  }

  @Test func `a second request with the same ID is refused`() async {
    _ = await begin()
    for _ in 0..<2 {
      await receive([
        "jsonrpc": "2.0", "id": 1, "method": "textDocument/hover",
        "params": [
          "textDocument": ["uri": "file:///a"], "position": ["line": 0, "character": 0],
        ],
      ])
    }
    await server.finish()
    let answers = sent.all.filter { $0["id"] == 1 }
    #expect(answers.count == 2 && answers.count { $0["error"]?["code"] == -32600 } == 1)
  }

  @Test func `paths in URIs`() {
    for (uri, path) in [
      ("file:///a/%ED%95%9C.c", "/a/한.c"), ("FILE://localhost/a", "/a"), ("file://host/a", nil),
      ("file:///a%00b", nil), ("file:///a%2", nil), ("file:///%FF", nil), ("file:a", nil),
      ("https://x/y", nil), ("file:///a%2Fb+c", "/a/b+c"),
    ] {
      #expect(LSPServer.path(of: uri) == path, "\(uri)")
    }
  }

  @Test(arguments: [LSPDocument.Encoding.utf8, .utf16])
  fileprivate func `edits at random positions`(_ encoding: LSPDocument.Encoding) {
    var random = Seeded(7)
    let pieces = ["a", "é", "한", "😀", "\n", "\r\n", "\r", "e\u{301}", " ", "👨‍👩‍👧"]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      .joined()
    }
    var expected = "first\nsecond 😀 한글\nthird"
    var document = LSPDocument(expected, encoding: encoding)
    for _ in 0..<2000 {
      let scalars = Array(expected.unicodeScalars)
      let places = [
        Int.random(in: 0...scalars.count, using: &random),
        Int.random(in: 0...scalars.count, using: &random),
      ].sorted().map { place in
        // An editor has no position between the two parts of a line break.
        place > 0 && place < scalars.count && scalars[place - 1] == "\r" && scalars[place] == "\n"
          ? place - 1 : place
      }
      let new = text()
      document.apply([
        "range": [
          "start": position(places[0], scalars, encoding),
          "end": position(places[1], scalars, encoding),
        ], "text": .string(new),
      ])
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[..<places[0]])
      view.append(contentsOf: new.unicodeScalars)
      view.append(contentsOf: scalars[places[1]...])
      expected = String(view)
      guard Array(expected.utf8) == document.text else {
        Issue.record("\(Array(expected.utf8)) is not \(document.text)")
        return
      }
      if expected.utf8.count > 400 {
        expected = "😀\nnew"
        document.apply(["text": .string(expected)])
      }
    }
  }

  @Test func `lines of a long text are found`() {
    var random = Seeded(11)
    for breaks in [["\n"], ["\r"], ["\n", "\r\n", "\r", "a\n", "한\r\n"]] {
      let text = (0..<300).map { _ in breaks.randomElement(using: &random) ?? "" }.joined()
      let document = LSPDocument(text + "end", encoding: .utf8)
      // Of each line of the editor, the line of git with it.
      var numbers = [1]
      let scalars = Array(text.unicodeScalars)
      for (index, scalar) in scalars.enumerated() {
        let last = numbers[numbers.count - 1]
        if scalar == "\n" {
          numbers.append(last + 1)
        } else if scalar == "\r", index + 1 == scalars.count || scalars[index + 1] != "\n" {
          numbers.append(last)
        }
      }
      for (line, number) in numbers.enumerated() {
        #expect(document.number(ofLine: line) == number)
        #expect(document.line(ofNumber: number) == numbers.firstIndex(of: number))
      }
      #expect(document.number(ofLine: numbers.count) == nil)
      #expect(document.number(ofLine: -1) == nil)
      #expect(document.line(ofNumber: numbers[numbers.count - 1] + 1) == nil)
    }
  }

  /// The position of a scalar, counted from the beginning.
  private func position(
    _ place: Int, _ scalars: [Unicode.Scalar], _ encoding: LSPDocument.Encoding
  ) -> JSONValue {
    var (line, character) = (0, 0)
    for index in 0..<place {
      let scalar = scalars[index]
      let endsLine =
        scalar == "\n"
        || scalar == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n")
      if endsLine {
        (line, character) = (line + 1, 0)
      } else {
        let text = String(scalar)
        character += encoding == .utf8 ? text.utf8.count : text.utf16.count
      }
    }
    return ["line": .integer(line), "character": .integer(character)]
  }

  @Test func `any message gets an answer in JSON or none`() async {
    _ = await begin()
    var random = Seeded(3)
    let base = [
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":1,"character":2}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/codeLens","params":{"textDocument":{"uri":"file:///a"}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","text":"a\nb"}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a"},"contentChanges":[{"range":{"start":{"line":0,"character":9},"end":{"line":99,"character":0}},"text":"x"}]}}"#,
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    ]
    for _ in 0..<2000 {
      var bytes = Array((base.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      await server.receive(bytes)
    }
    await server.finish()
    #expect(sent.all.allSatisfy { $0.object != nil })
  }
}
