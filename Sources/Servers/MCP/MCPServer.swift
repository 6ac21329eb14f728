public import JSON

/// A server of the Model Context Protocol, in both of its eras: with a handshake until 2025-11-25, and since
/// 2026-07-28 with the version in each request.
///
/// It answers messages. Who reads and writes them, and what tools do, is passed in.
public actor MCPServer {
  public typealias Call =
    @Sendable (_ tool: MCPTool, _ arguments: JSONValue) async -> MCPAnswer

  /// The versions with a handshake, the newest first.
  static let legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
  static let modernVersions = ["2026-07-28"]
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
  private static let serverKey = "io.modelcontextprotocol/serverInfo"
  /// How long clients may keep the list of tools.
  private static let lifetime = 300_000

  private let info: JSONValue
  private let instructions: String
  private let tools: [MCPTool]
  private let call: Call
  /// Whether a client has begun with a handshake.
  private var isInitialized = false
  /// The requests that are worked on, by their IDs; `false` if they were cancelled.
  private var active: [JSONValue: Bool] = [:]

  public init(
    name: String, version: String, instructions: String, tools: [MCPTool],
    call: @escaping Call
  ) {
    info = ["name": .string(name), "version": .string(version)]
    self.instructions = instructions
    self.tools = tools
    self.call = call
  }

  /// The answer to a message, as a line; `nil` if none is due.
  public func answer(to line: [UInt8]) async -> String? {
    do throws(RPCError) {
      switch try RPCMessage(line) {
      case .answer: return nil
      case .notification(let method, let parameters):
        if method == "notifications/cancelled", let id = parameters["requestId"], active[id] != nil
        {
          active[id] = false
        }
        return nil
      case .request(let request): return try await answer(to: request)?.text(.compact)
      }
    } catch {
      return error.json.text(.compact)
    }
  }

  /// The answer to a line that is longer than any message.
  public nonisolated var answerToLongLine: String {
    RPCError(.invalidRequest, "The message is too long.").json.text(.compact)
  }

  // MARK: Requests

  private func answer(to request: RPCRequest) async throws(RPCError) -> JSONValue? {
    do throws(RPCError) {
      let isModern = try isModern(request)
      active[request.id] = true
      defer { active[request.id] = nil }
      guard let result = try await result(of: request, isModern: isModern) else { return nil }
      guard active[request.id] != false else { return nil }
      return ["jsonrpc": "2.0", "id": request.id, "result": result]
    } catch {
      var error = error
      error.id = request.id
      throw error
    }
  }

  /// Whether the request says which version it uses.
  private func isModern(_ request: RPCRequest) throws(RPCError) -> Bool {
    let meta = request.parameters["_meta"]
    guard let version = meta?[Self.versionKey] else {
      if isInitialized || ["initialize", "ping"].contains(request.method) { return false }
      throw RPCError(.invalidParameters, "“_meta” must have “\(Self.versionKey)”.")
    }
    guard let version = version.string else {
      throw RPCError(.invalidParameters, "“\(Self.versionKey)” is a text.")
    }
    guard Self.modernVersions.contains(version) else {
      throw RPCError(
        .unsupportedVersion, "This version of the protocol is not supported.",
        data: [
          "supported": .array(Self.modernVersions.map { .string($0) }),
          "requested": .string(version),
        ])
    }
    guard meta?[Self.capabilitiesKey]?.object != nil else {
      throw RPCError(.invalidParameters, "“_meta” must have “\(Self.capabilitiesKey)”.")
    }
    return true
  }

  private func result(
    of request: RPCRequest, isModern: Bool
  ) async throws(RPCError) -> JSONValue? {
    switch request.method {
    case "server/discover" where isModern:
      return listing([
        .init("supportedVersions", .array(Self.modernVersions.map { .string($0) })),
        .init("capabilities", ["tools": .object([])]),
        .init("instructions", .string(instructions)),
      ])
    case "initialize" where !isModern:
      let wanted = request.parameters["protocolVersion"]?.string ?? ""
      isInitialized = true
      return [
        "protocolVersion": .string(
          Self.legacyVersions.contains(wanted) ? wanted : Self.legacyVersions[0]),
        "capabilities": ["tools": .object([])], "serverInfo": info,
        "instructions": .string(instructions),
      ]
    case "ping" where !isModern: return .object([])
    case "tools/list":
      if let cursor = request.parameters["cursor"], cursor != .null {
        throw RPCError(.invalidParameters, "There is one page of tools only.")
      }
      let list = [JSONValue.Member("tools", .array(tools.map(\.json)))]
      return isModern ? listing(list) : .object(list)
    case "tools/call":
      let answer = try await answer(toCall: request)
      return isModern ? complete(answer) : .object(answer)
    default: throw RPCError(.unknownMethod, "“\(request.method)” is not a method here.")
    }
  }

  private func answer(toCall request: RPCRequest) async throws(RPCError) -> [JSONValue.Member] {
    guard let name = request.parameters["name"]?.string,
      let tool = tools.first(where: { $0.name == name })
    else { throw RPCError(.invalidParameters, "There is no such tool.") }
    let arguments = request.parameters["arguments"] ?? .object([])
    guard arguments.object != nil else {
      throw RPCError(.invalidParameters, "“arguments” is an object.")
    }
    let answer: MCPAnswer
    if let mistake = tool.mistake(in: arguments) {
      answer = .failure(mistake)
    } else {
      answer = await call(tool, arguments)
    }
    func content(_ text: String) -> JSONValue.Member {
      .init("content", [["type": "text", "text": .string(text)]])
    }
    switch answer {
    case .result(let value):
      return [
        content(value.text(.compact)), .init("structuredContent", value), .init("isError", false),
      ]
    case .failure(let sentence): return [content(sentence), .init("isError", true)]
    }
  }

  // MARK: Results since 2026

  private func complete(_ members: [JSONValue.Member]) -> JSONValue {
    .object(
      [.init("resultType", "complete")] + members
        + [.init("_meta", .object([.init(Self.serverKey, info)]))])
  }

  private func listing(_ members: [JSONValue.Member]) -> JSONValue {
    complete(
      members + [.init("ttlMs", .integer(Self.lifetime)), .init("cacheScope", "private")])
  }
}
