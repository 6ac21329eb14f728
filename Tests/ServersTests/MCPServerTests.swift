import JSON
import TestSupport
import Testing

@testable import Servers

/// The protocol of agents, in both of its eras.
@Suite struct MCPServerTests {
  private let server = MCPServer(
    name: "test", version: "1", instructions: "Ask.",
    tools: [
      MCPTool(
        "echo", title: "Echo", "Says it again.",
        [
          .init("text", .text, "What to say", isRequired: true),
          .init("count", .number, "How often"),
          .init("way", .choice(["loud", "low"]), "How"), .init("tags", .texts, "Tags"),
        ], results: ["text"]),
      MCPTool("wait", title: "Wait", "Waits.", [], results: [], isReadOnly: false),
    ]
  ) { tool, arguments in
    guard tool.name == "echo" else {
      try? await Task.sleep(for: .milliseconds(100))
      return .failure("Too late.")
    }
    return .result(["text": arguments["text"] ?? .null])
  }

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{}}
    """

  private func answer(_ line: String) async throws -> JSONValue? {
    try await server.answer(to: Array(line.utf8)).map { try JSONParser.parse(Array($0.utf8)) }
  }

  private func code(_ line: String) async throws -> Int? {
    try await answer(line)?["error"]?["code"]?.integer
  }

  private func begin() async throws {
    _ = try await answer(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#)
  }

  @Test func `a handshake agrees on a version`() async throws {
    for (wanted, given) in [
      ("2025-11-25", "2025-11-25"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
    ] {
      let result = try await answer(
        #"{"method":"initialize","params":{"protocolVersion":"\#(wanted)"},"jsonrpc":"2.0","id":0}"#
      )
      #expect(result?["id"] == 0)
      #expect(result?["result"]?["protocolVersion"]?.string == given)
      #expect(result?["result"]?["serverInfo"]?["name"] == "test")
    }
    #expect(try await answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
    let ping = try await answer(#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#)
    #expect(ping == ["jsonrpc": "2.0", "id": "a", "result": .object([])])
    let list = try await answer(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)?["result"]
    #expect(list?["tools"]?.array?.count == 2 && list?["ttlMs"] == nil)
    #expect(list?["tools"]?.array?.first?["inputSchema"]?["required"] == ["text"])
  }

  @Test func `since 2026 each request has its version`() async throws {
    let discovered = try await answer(
      #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(Self.meta)}}"#)?["result"]
    #expect(discovered?["supportedVersions"] == ["2026-07-28"])
    #expect(discovered?["resultType"] == "complete" && discovered?["cacheScope"] == "private")
    let list = try await answer(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(Self.meta)}}"#)?["result"]
    #expect(list?["ttlMs"]?.integer ?? -1 >= 0)
    #expect(list?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] == "1")
    let call = #"{"name":"echo","arguments":{"text":"hi"},\#(Self.meta)}"#
    let said = try await answer(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":\#(call)}"#)?["result"]
    #expect(said?["structuredContent"] == ["text": "hi"] && said?["isError"] == false)
    #expect(said?["content"]?.array?.first?["text"] == #"{"text":"hi"}"#)
    #expect(try await code(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#) == -32602)
    #expect(
      try await code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(Self.meta)}}"#)
        == -32601)
    let future = Self.meta.replacing("2026-07-28", with: "2030-01-01")
    let refused = try await answer(
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{\#(future)}}"#)?["error"]
    #expect(refused?["code"] == -32022)
    #expect(refused?["data"] == ["supported": ["2026-07-28"], "requested": "2030-01-01"])
  }

  @Test func `mistakes of the protocol are errors, and those of arguments are results`()
    async throws
  {
    try await begin()
    for (line, expected) in [
      ("nonsense", -32700), ("[]", -32600), ("3", -32600), (#"{"id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":3}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"none"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":3}}"#,
        -32602
      ),
    ] {
      #expect(try await code(line) == expected, "\(line)")
    }
    for arguments in [
      #"{}"#, #"{"text":3}"#, #"{"text":"a","count":0}"#, #"{"text":"a","way":"x"}"#,
      #"{"text":"a","tags":[1]}"#, #"{"text":"a","more":1}"#,
    ] {
      let result = try await answer(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":\#(arguments)}}"#
      )?["result"]
      #expect(result?["isError"] == true && result?["structuredContent"] == nil, "\(arguments)")
    }
    // Answers to requests that the server has not made.
    #expect(try await answer(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
  }

  @Test func `a cancelled call gets no answer`() async throws {
    try await begin()
    async let cancelled = answer(
      #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}"#)
    async let other = answer(
      #"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"wait"}}"#)
    try await Task.sleep(for: .milliseconds(30))
    for id in ["7", "99", "\"8\""] {
      let line =
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
      #expect(try await answer(line) == nil)
    }
    #expect(try await cancelled == nil)
    #expect(try await other?["result"]?["isError"] == true)
  }
}

/// Whatever a client sends, the server answers with messages of the protocol.
@Suite struct MCPFuzzTests {
  @Test func `any line gets a message or none`() async throws {
    let server = MCPServer(
      name: "test", version: "1", instructions: "",
      tools: [MCPTool("echo", title: "Echo", "x", [.init("text", .text, "x")], results: [])]
    ) { _, arguments in .result(arguments) }
    let pieces = [
      #"{"jsonrpc":"2.0","#, #""id":1,"#, #""id":null,"#, #""method":"tools/call","#,
      #""method":"initialize","#,
      #""params":{"name":"echo","arguments":{"text":"a"}}"#, #""params":{}"#, "}", "{", "[", "]",
      ",", "\"", "1e999",
      #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#, "\\ud800", "\u{2028}",
    ]
    await Fuzz.rounds(3800, atLeast: 500) { seed in
      let text = (0..<Int.random(in: 1...8, using: &seed))
        .map { _ in pieces.randomElement(using: &seed) ?? "" }.joined()
      var bytes = Array(text.utf8)
      for index in bytes.indices where Int.random(in: 0..<40, using: &seed) == 0 {
        bytes[index] = UInt8.random(in: 0...255, using: &seed)
      }
      guard let answer = await server.answer(to: bytes) else { return }
      let json = try? JSONParser.parse(Array(answer.utf8))
      #expect(json?["jsonrpc"] == "2.0" && !answer.contains("\n"), "\(text)")
      #expect((json?["result"] == nil) != (json?["error"] == nil), "\(text)")
    }
  }
}
