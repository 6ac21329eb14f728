import JSON
import Platform
import Testing

@testable import ProgramSupport

/// What an editor gets from `commitdiary lsp`.
@Suite struct EditorServerTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      """
      printf 'one\\n둘 😀\\nthree\\n' > code && git add code && git commit -qm 'Add code' &&
        echo '* filter=evil' > .git/info/attributes &&
        git config filter.evil.clean 'touch "\(sandbox.path)/ran"; cat'
      """)
  }

  private var uri: String { "file://\(sandbox.directory)/code" }

  private func frame(_ message: JSONValue) -> String {
    let text = message.text(.compact)
    return "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  private func request(_ id: Int, _ method: String, _ parameters: JSONValue) -> String {
    frame([
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters,
    ])
  }

  private func notification(_ method: String, _ parameters: JSONValue) -> String {
    frame(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// The results of requests, by their IDs.
  private func session(_ messages: [String]) throws -> [Int: JSONValue] {
    let start = request(
      0, "initialize",
      ["capabilities": ["general": ["positionEncodings": ["utf-8", "utf-16"]]]])
    let outcome = try sandbox.run(
      ["lsp"], input: Array((start + messages.joined()).utf8))
    try #require(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.testDescription)")
    var results: [Int: JSONValue] = [:]
    for part in outcome.output.split(separator: "Content-Length: ") {
      let body = try #require(part.firstRange(of: "\r\n\r\n")?.upperBound)
      let answer = try JSONParser.parse(Array(part[body...].utf8))
      if let id = answer["id"]?.integer { results[id] = answer["result"] }
    }
    return results
  }

  @Test func `unsaved text keeps its notes, and no filter of the clone runs`() throws {
    try sandbox.run("notes", "add", "--title", "Why three", "--body", "Two were *too few*.")
    try sandbox.run("notes", "add", "--body", "Four was slower", "--tag", "rejected")
    let document: JSONValue = ["uri": .string(uri)]
    func hover(_ id: Int, line: Int) -> String {
      request(
        id, "textDocument/hover",
        ["textDocument": document, "position": ["line": .integer(line), "character": 0]])
    }
    // Behind the emoji: 8 is counted in bytes.
    let place: JSONValue = ["line": 1, "character": 8]
    let results = try session([
      notification(
        "textDocument/didOpen",
        ["textDocument": ["uri": .string(uri), "text": "one\n둘 😀\nthree\n"]]),
      notification(
        "textDocument/didChange",
        [
          "textDocument": document,
          "contentChanges": [
            ["range": ["start": place, "end": place], "text": "!"],
            [
              "range": [
                "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
              ], "text": "new\n",
            ],
          ],
        ]),
      hover(1, line: 0), hover(2, line: 1), hover(3, line: 2), hover(4, line: 3),
      request(5, "textDocument/codeLens", ["textDocument": document]),
    ])
    #expect(results[1] == .null && results[3] == .null)
    for id in [2, 4] {
      let text = results[id]?["contents"]?["value"]?.string ?? ""
      let parts = [
        "**Add code**", "**Why three**", "Two were *too few*.", "Tried and dropped", "Four",
      ]
      #expect(parts.allSatisfy { text.contains($0) }, "\(text)")
    }
    let lenses = results[5]?.array ?? []
    #expect(lenses.compactMap { $0["range"]?["start"]?["line"]?.integer } == [1, 3])
    #expect(lenses.allSatisfy { $0["command"]?["title"] == "2 notes" })
    #expect(!File.exists(sandbox.file("ran")))
  }

  @Test func `no journal is created, and files outside of clones have nothing`() throws {
    let hover = request(
      1, "textDocument/hover",
      [
        "textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": 0],
      ])
    #expect(try session([hover])[1] == .null)
    #expect(!File.exists(sandbox.journal))
    try sandbox.run("notes", "add", "--body", "x")
    let results = try session([
      request(
        1, "textDocument/codeLens", ["textDocument": ["uri": "file:///etc/hostname"]]),
      hover.replacing("\"id\":1", with: "\"id\":2"),
    ])
    #expect(results[1] == [] && results[2]?["contents"] != nil)
  }

  @Test func `an editor ends the server`() throws {
    let shutdown = request(1, "shutdown", .null)
    let exit = notification("exit", .null)
    #expect(
      try sandbox.run(
        ["lsp"], input: Array((request(0, "initialize", .object([])) + shutdown + exit).utf8)
      ).status == 0)
    let early = try sandbox.run(["lsp"], input: Array(exit.utf8))
    #expect(early.status == 1 && early.error.contains("shut down"), "\(early.testDescription)")
  }
}
