import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// What an agent can do through `commitdiary mcp`.
@Suite struct AgentServerTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The results of calls, in one session.
  private func session(
    _ calls: [(tool: String, arguments: String)], _ options: String..., in folder: String? = nil
  ) throws -> [JSONValue] {
    var lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
    ]
    for (id, call) in calls.enumerated() {
      lines.append(
        #"{"jsonrpc":"2.0","id":\#(id + 1),"method":"tools/call","params":"#
          + #"{"name":"\#(call.tool)","arguments":\#(call.arguments)}}"#)
    }
    lines.append(#"{"jsonrpc":"2.0","id":"list","method":"tools/list"}"#)
    let outcome = try sandbox.run(
      ["mcp"] + options, input: Array((lines.joined(separator: "\n") + "\n").utf8), in: folder
    ).expect(0).expectExactly(error: "")
    let answers = try outcome.output.split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8))
    }
    #expect(answers.count == lines.count)
    var ids = calls.indices.map { JSONValue.integer($0 + 1) }
    ids.append("list")
    return ids.map { id in answers.first { $0["id"] == id }?["result"] ?? .null }
  }

  private func text(_ result: JSONValue) -> String {
    result["content"]?.array?.first?["text"]?.string ?? ""
  }

  @Test func `a person sees what an agent has written, and it opens nothing`() throws {
    try sandbox.shell("git config user.email author@example.com")
    #expect(try sandbox.run("notes", "add", "--body", "The reason").status == 0)
    let results = try session([
      ("note_add", #"{"text":"Tried a cache, too slow","tags":["rejected","public"]}"#)
    ])
    #expect(results[0]["isError"] == false, "\(results[0])")
    try sandbox.run("why", "HEAD").expect(output: "The reason", "Tried and dropped:\n", "#agent")
    try sandbox.run("notes", "mirror", "on")
    #expect(try sandbox.run("today").output.contains("Tried a cache"))
    #expect(try sandbox.shell("git log -1 --notes=commitdiary").contains("Tried a cache"))
    #expect(try sandbox.run("export", "html", "--dry-run").output.isEmpty)
    let again = try session([("why", #"{"commit":"HEAD"}"#), ("search", #"{"tag":"rejected"}"#)])
    #expect(text(again[0]).contains("Tried a cache") && text(again[0]).contains("\"quoted\""))
    #expect(again[1]["structuredContent"]?["notes"]?.array?.count == 1)
    #expect(try sandbox.run("undo").status == 0)
  }

  @Test func `of a day, only the lines that name a commit are shown with it`() throws {
    try sandbox.shell(
      "git config user.email author@example.com && echo line > file && git add file && git commit -q -m File"
    )
    try sandbox.run("notes", "add", "--body", "The reason").expect(0)
    try sandbox.run("jot", "A private quarrel").expect(0)
    let sha = try sandbox.shell("git rev-parse --short HEAD").trimmed
    try sandbox.run("jot", "Fixed it in \(sha)").expect(0)
    for result in try session([
      ("why", #"{"commit":"HEAD"}"#), ("why", #"{"file":"file"}"#),
      ("why", #"{"file":"file","line":1}"#), ("resume", "{}"),
    ]).prefix(4) {
      #expect(
        text(result).contains("Fixed it in") && !text(result).contains("quarrel"), "\(result)")
    }
    try sandbox.run("why", "HEAD", "--json").expect(0, output: "quarrel")
  }

  @Test func `a reason that comes before its commit waits for it`() throws {
    try sandbox.shell("git config user.email author@example.com && echo a > f && git add f")
    try sandbox.add("--body", "one")
    let added = try session([("note_add", #"{"text":"Before"}"#)])
    #expect(added[0]["structuredContent"]?["waitsFor"] == "main", "\(added[0])")
    #expect(added[0]["structuredContent"]?["commit"] == .null)
    // A note of one line is not title and body.
    #expect(added[0]["structuredContent"]?["body"] == nil)
    try sandbox.shell("git commit -q -m Mine")
    let found = try session([("why", #"{"file":"f"}"#)])
    #expect(text(found[0]).contains("Before") && text(found[0]).contains("Mine"))
    // On top of somebody else's commit it waits too, and in a clean tree it is about the latest.
    let clean = try session([("note_add", #"{"text":"After"}"#)])
    #expect(clean[0]["structuredContent"]?["commit"]?["message"] == "Mine", "\(clean[0])")
    try sandbox.shell("git commit -q --allow-empty -m Theirs --author 'Bot <bot@example.com>'")
    let theirs = try session([("note_add", #"{"text":"Next"}"#)])
    #expect(theirs[0]["structuredContent"]?["waitsFor"] == "main", "\(theirs[0])")
  }

  @Test func `answers are short, and mistakes name parameters`() throws {
    try sandbox.shell(
      """
      git config user.email author@example.com
      for n in 1 2 3 4 5 6 7 8; do seq $n > f; git add f; git commit -q -m "Line $n"; done
      """)
    try sandbox.run("notes", "add", "--commit", "HEAD~3", "five").expect(0)
    let answers = try session([
      ("why", #"{"file":"f"}"#), ("why", #"{"file":"f","line":2}"#),
      ("why", #"{"file":"f","line":9}"#), ("why", #"{"file":"f","line":5,"end":2}"#),
      ("todo", #"{"action":"list"}"#), ("day", #"{"action":"add"}"#),
      ("todo", #"{"action":"done","number":99}"#), ("note_add", #"{"text":" "}"#),
    ])
    let lines = answers[0]["structuredContent"]?["lines"]?.array ?? []
    #expect(lines.map { $0["from"]?.integer } == [1, 5, 6])
    #expect(lines.first?["to"] == 4 && lines.first?["commits"]?.array?.count == 4)
    #expect(answers[0]["structuredContent"]?["commits"]?.array?.count == 1)
    #expect(answers[1]["structuredContent"]?["commits"]?.array?.first?["message"] == "Line 2")
    for (index, words) in [(4, "day"), (5, "todo"), (3, "end"), (7, "text")] {
      #expect(answers[index]["isError"] == true && text(answers[index]).contains("“\(words)”"))
    }
    for answer in answers[2..<8] {
      #expect(answer["isError"] == true)
      #expect(!text(answer).contains("commitdiary ") && !text(answer).contains("--"), "\(answer)")
    }
  }

  @Test func `to-dos are added and done`() throws {
    try sandbox.add("--body", "one")
    let added = try session([("todo", #"{"action":"add","text":"-x --yes"}"#), ("day", "{}")])
    #expect(added[0]["isError"] == false, "\(added[0])")
    let done = try session([
      ("todo", #"{"action":"done","number":1}"#), ("todo", #"{"action":"reopen","number":9}"#),
      ("todo", #"{"action":"add"}"#),
    ])
    #expect(done[0]["structuredContent"]?["todos"]?.array?.first?["done"] == true)
    #expect(done[1]["isError"] == true && done[2]["isError"] == true)
  }

  @Test func `nothing outside of the clones is read`() throws {
    try sandbox.add("--body", "one")
    let outside = sandbox.file("outside")
    try sandbox.shell(
      """
      mkdir -p '\(outside)' && echo secret > '\(outside)/f' && ln -s '\(outside)/f' link &&
        git init -q '\(outside)/foreign' && cd '\(outside)/foreign' && echo a > f && git add f &&
        git -c user.name=a -c user.email=a@b commit -qm secret && cd - > /dev/null &&
        mkdir named && echo 'gitdir: \(outside)/foreign/.git' > named/.git && ln -s '\(outside)/foreign' linked &&
        git init -q tree && git -C tree config core.worktree '\(outside)' && git init -q nested &&
        git -C nested -c user.name=a -c user.email=a@b commit -q --allow-empty -m one &&
        git init -q included && printf '[core]\nworktree = /etc\n[include]\npath = ../inc\n' >> included/.git/config &&
        printf '[core]\nworktree = %s\n' "$PWD/included" > included/inc &&
        mkdir -p shared/.git && echo ref: refs/heads/main > shared/.git/HEAD &&
        echo '\(outside)/foreign/.git' > shared/.git/commondir && git init -q borrowed &&
        echo '\(outside)/foreign/.git/objects' > borrowed/.git/objects/info/alternates
      """)
    let results = try session([
      ("why", #"{"file":"\#(outside)/f"}"#), ("why", #"{"file":"link"}"#),
      ("why", #"{"file":"../outside/f"}"#), ("why", #"{"file":"/etc/passwd","line":1}"#),
      ("why", #"{"repository":"\#(outside)/foreign","file":"f"}"#),
      ("note_add", #"{"repository":"\#(outside)/foreign","text":"x"}"#),
      ("why", #"{"repository":"~","commit":"HEAD"}"#),
      ("why", #"{"commit":"\#(outside)/foreign/f"}"#), ("why", #"{"commit":"link"}"#),
      ("why", #"{"commit":"../outside/foreign/f:1"}"#), ("why", #"{"commit":"linked/f:1-1"}"#),
      ("resume", #"{"repository":"named"}"#), ("note_add", #"{"repository":"named","text":"x"}"#),
      ("resume", #"{"repository":"tree"}"#), ("resume", #"{"repository":"included"}"#),
      ("resume", #"{"repository":"shared"}"#), ("why", #"{"repository":"shared","commit":"HEAD"}"#),
      ("resume", #"{"repository":"borrowed"}"#),
      ("resume", #"{"branch":"../../../../outside/f"}"#),
      ("why", #"{"repository":"named","file":"f"}"#),
    ])
    for result in results.dropLast() {
      #expect(result["isError"] == true && !text(result).contains("secret"), "\(result)")
    }
    #expect(try sandbox.notes().count == 1)
    // What an agent has asked about does not become a clone of the user's.
    let inside = try session([("note_add", #"{"repository":"nested","text":"x"}"#)])
    #expect(inside[0]["isError"] == false, "\(inside[0])")
    let later = try session(
      [("why", #"{"repository":"\#(sandbox.directory)/nested","commit":"HEAD"}"#)],
      in: sandbox.file("outside"))
    #expect(later[0]["isError"] == true, "\(later[0])")
  }

  @Test func `clones below the folder of the server are read, however git lays them out`() throws {
    try sandbox.add("--body", "one")
    let folder = sandbox.file("work")
    try sandbox.shell(
      """
      mkdir '\(folder)' && cd '\(folder)' && git init -q plain && cd plain &&
        git config user.name a && git config user.email a@b && echo a > f && git add f && git commit -qm one &&
        git worktree add -q ../tree && git -c protocol.file.allow=always submodule --quiet add "$PWD" sub &&
        git clone -q --bare . ../bare.git && ln -s "$PWD" ../link
      """)
    let places = ["plain", "tree", "plain/sub", "bare.git", "link"]
    let results = try session(
      places.map { ("why", #"{"repository":"\#(folder)/\#($0)","commit":"HEAD"}"#) }, in: folder)
    for (place, result) in zip(places, results) {
      #expect(result["isError"] == false, "\(place): \(result)")
    }
  }

  @Test func `results are cut to what a conversation has room for`() throws {
    let (long, korean) = (String(repeating: "x", count: 9000), String(repeating: "가", count: 1300))
    try sandbox.add("--title", "short", "--body", korean)
    let fits = try session([("search", #"{"words":"short"}"#)])
    #expect(text(fits[0]).contains(korean) && !text(fits[0]).contains("isCut"))
    for _ in 0..<15 { try sandbox.add("--title", "many", "--body", long) }
    let cut = try session([("search", #"{"words":"many"}"#)])[0]
    #expect(text(cut).utf8.count < 60_000 && text(cut).contains("\"isCut\":true"))
    #expect(cut["structuredContent"]?["notes"]?.array?.isEmpty == false)
  }

  @Test func `fewer tools can be offered`() throws {
    try sandbox.add("--body", "one")
    try sandbox.run("jot", "private words")
    func names(_ result: JSONValue) -> [String] {
      (result["tools"]?.array ?? []).compactMap { $0["name"]?.string }
    }
    #expect(try names(session([])[0]) == ["why", "search", "day", "resume", "note_add", "todo"])
    let readOnly = try session([("search", #"{"words":"private"}"#)], "--read-only")
    #expect(names(readOnly[1]) == ["why", "search", "day", "resume"])
    #expect(text(readOnly[0]).contains("private words"))
    let notes = try session(
      [("search", #"{"words":"private"}"#), ("search", #"{"kind":"entries","words":"private"}"#)],
      "--notes-only")
    #expect(names(notes[2]) == ["why", "search", "resume", "note_add"])
    #expect(!text(notes[0]).contains("private words") && !text(notes[1]).contains("private words"))
  }

  @Test func `no journal is created`() throws {
    let results = try session([("search", #"{"words":"x"}"#), ("note_add", #"{"text":"x"}"#)])
    for result in results.dropLast() {
      #expect(result["isError"] == true && text(result).contains(sandbox.journal), "\(result)")
    }
    #expect(!File.exists(sandbox.journal))
  }
}

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
    let outcome = try sandbox.run(["lsp"], input: Array((start + messages.joined()).utf8))
      .expect(0).expectExactly(error: "")
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
    try sandbox.run(["lsp"], input: Array(exit.utf8)).expect(1, error: "shut down")
  }
}
