public import JSON

/// A server of the Language Server Protocol that shows what is known about lines of files.
///
/// It answers messages. Who reads and writes them, and what is known, is passed in.
public actor LSPServer {
  /// What is known about files. A text is as the editor has it; `nil` if it has not said so.
  public struct Answers: Sendable {
    /// About a line, as Markdown or as plain text; `nil` if nothing is known.
    public var hover: @Sendable (_ path: String, _ text: [UInt8]?, _ line: Int) async -> Hover?
    public var lenses: @Sendable (_ path: String, _ text: [UInt8]?) async -> [Lens]

    public init(
      hover: @escaping @Sendable (_ path: String, _ text: [UInt8]?, _ line: Int) async -> Hover?,
      lenses: @escaping @Sendable (_ path: String, _ text: [UInt8]?) async -> [Lens]
    ) {
      self.hover = hover
      self.lenses = lenses
    }
  }

  public struct Hover: Sendable {
    public var markdown: String
    public var plain: String

    public init(markdown: String, plain: String) {
      self.markdown = markdown
      self.plain = plain
    }
  }

  /// A title above a line.
  public struct Lens: Sendable {
    public var line: Int
    public var title: String

    public init(line: Int, title: String) {
      self.line = line
      self.title = title
    }
  }

  public enum End: Sendable {
    case expected
    /// Without the request for it.
    case unexpected
  }

  /// The command of a lens, which shows what is known about its line.
  private static let command = "commitdiary.why"
  private static let information = 3

  private enum Phase { case new, running, shutDown }

  private let info: JSONValue
  private let answers: Answers
  private let send: @Sendable (String) -> Void
  private var phase = Phase.new
  private var encoding = LSPDocument.Encoding.utf16
  private var takesMarkdown = true
  private var documents: [String: LSPDocument] = [:]
  private var active: [JSONValue: Task<Void, Never>] = [:]
  /// Looking at a whole file takes longest, so that only one is looked at at a time.
  private var lastLenses: Task<Void, Never>?
  /// `nil` until the editor ends the server.
  public private(set) var end: End?

  public init(
    name: String, version: String, answers: Answers, send: @escaping @Sendable (String) -> Void
  ) {
    info = ["name": .string(name), "version": .string(version)]
    self.answers = answers
    self.send = send
  }

  /// Takes a message. Work on an answer goes on after this returns.
  public func receive(_ bytes: [UInt8]) {
    do throws(RPCError) {
      switch try RPCMessage(bytes) {
      case .answer: break
      case .notification(let method, let parameters): note(method, parameters)
      case .request(let request):
        do throws(RPCError) {
          try answer(request)
        } catch {
          var error = error
          error.id = request.id
          send(error.json.text(.compact))
        }
      }
    } catch {
      send(error.json.text(.compact))
    }
  }

  /// Takes a message that is longer than any.
  public func receiveLongMessage() {
    send(RPCError(.invalidRequest, "The message is too long.").json.text(.compact))
  }

  /// Waits until all requests are answered.
  public func finish() async {
    while let task = active.values.first { await task.value }
  }

  // MARK: Notifications

  private func note(_ method: String, _ parameters: JSONValue) {
    if method == "exit" { end = phase == .shutDown ? .expected : .unexpected }
    if method == "$/cancelRequest", let id = parameters["id"] {
      guard let task = active.removeValue(forKey: id) else { return }
      task.cancel()
      return send(RPCError(.cancelled, "It was cancelled.", id: id).json.text(.compact))
    }
    guard phase == .running, let document = parameters["textDocument"],
      let uri = document["uri"]?.string
    else { return }
    switch method {
    case "textDocument/didOpen":
      documents[uri] = document["text"]?.string.map { LSPDocument($0, encoding: encoding) }
    case "textDocument/didChange":
      for change in parameters["contentChanges"]?.array ?? [] { documents[uri]?.apply(change) }
    case "textDocument/didClose": documents[uri] = nil
    default: break
    }
  }

  // MARK: Requests

  private func answer(_ request: RPCRequest) throws(RPCError) {
    guard active[request.id] == nil else {
      throw RPCError(.invalidRequest, "A request with this “id” is being answered.")
    }
    switch (request.method, phase) {
    case ("initialize", .new):
      phase = .running
      reply(to: request.id, with: initialized(request.parameters))
    case (_, .new): throw RPCError(.notInitialized, "“initialize” comes first.")
    case (_, .shutDown), ("initialize", _):
      throw RPCError(.invalidRequest, "“\(request.method)” is not expected now.")
    case ("shutdown", _):
      phase = .shutDown
      reply(to: request.id, with: .null)
    case ("textDocument/hover", _):
      let place = try place(in: request.parameters)
      let (answers, takesMarkdown) = (answers, takesMarkdown)
      work(on: request.id) {
        guard let place, let line = place.line,
          let hover = await answers.hover(place.path, place.document?.text, line)
        else { return .null }
        return [
          "contents": [
            "kind": takesMarkdown ? "markdown" : "plaintext",
            "value": .string(takesMarkdown ? hover.markdown : hover.plain),
          ]
        ]
      }
    case ("textDocument/codeLens", _):
      let place = try place(in: request.parameters)
      let (answers, last) = (answers, lastLenses)
      lastLenses = work(on: request.id) {
        await last?.value
        guard !Task.isCancelled, let place else { return [] }
        let lenses = await answers.lenses(place.path, place.document?.text)
        return .array(lenses.compactMap { Self.json($0, in: place) })
      }
    case ("workspace/executeCommand", _):
      guard request.parameters["command"]?.string == Self.command,
        let arguments = request.parameters["arguments"]?.array, arguments.count == 2
      else { throw RPCError(.invalidParameters, "There is no such command.") }
      let place = try place(in: [
        "textDocument": ["uri": arguments[0]], "position": ["line": arguments[1]],
      ])
      let (answers, send) = (answers, send)
      work(on: request.id) {
        guard let place, let line = place.line,
          let hover = await answers.hover(place.path, place.document?.text, line)
        else { return .null }
        let message: JSONValue = [
          "jsonrpc": "2.0", "method": "window/showMessage",
          "params": ["type": .integer(Self.information), "message": .string(hover.plain)],
        ]
        if !Task.isCancelled { send(message.text(.compact)) }
        return .null
      }
    default: throw RPCError(.unknownMethod, "“\(request.method)” is not a method here.")
    }
  }

  private func initialized(_ parameters: JSONValue) -> JSONValue {
    let client = parameters["capabilities"]
    let encodings = client?["general"]?["positionEncodings"]?.array ?? []
    encoding = encodings.contains("utf-8") ? .utf8 : .utf16
    let formats = client?["textDocument"]?["hover"]?["contentFormat"]?.array
    takesMarkdown = formats?.contains("markdown") ?? true
    return [
      "capabilities": [
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2],
        "hoverProvider": true, "codeLensProvider": ["resolveProvider": false],
        "executeCommandProvider": ["commands": [.string(Self.command)]],
      ],
      "serverInfo": info,
    ]
  }

  private func reply(to id: JSONValue, with result: JSONValue) {
    let answer: JSONValue = ["jsonrpc": "2.0", "id": id, "result": result]
    send(answer.text(.compact))
  }

  @discardableResult
  private func work(
    on id: JSONValue, _ body: @escaping @Sendable () async -> JSONValue
  ) -> Task<Void, Never> {
    let task = Task {
      let result = await body()
      // A cancelled request is answered already.
      if active[id] != nil, !Task.isCancelled {
        active[id] = nil
        reply(to: id, with: result)
      }
    }
    active[id] = task
    return task
  }

  // MARK: Places

  private struct Place: Sendable {
    var uri: String
    var path: String
    var document: LSPDocument?
    /// The line of git, from 1.
    var line: Int?
  }

  /// `nil` if it is in no file.
  private func place(in parameters: JSONValue) throws(RPCError) -> Place? {
    guard let uri = parameters["textDocument"]?["uri"]?.string else {
      throw RPCError(.invalidParameters, "“textDocument” has no “uri”.")
    }
    guard let path = Self.path(of: uri) else { return nil }
    var place = Place(uri: uri, path: path, document: documents[uri])
    if let line = parameters["position"]?["line"]?.integer, (0..<Int(Int32.max)).contains(line) {
      place.line = place.document.map { $0.number(ofLine: line) } ?? line + 1
    }
    return place
  }

  private static func json(_ lens: Lens, in place: Place) -> JSONValue? {
    let known = place.document.map { $0.line(ofNumber: lens.line) } ?? lens.line - 1
    guard let line = known else { return nil }
    let position: JSONValue = ["line": .integer(line), "character": 0]
    return [
      "range": ["start": position, "end": position],
      "command": [
        "title": .string(lens.title), "command": .string(command),
        "arguments": [.string(place.uri), .integer(line)],
      ],
    ]
  }

  /// The path of a URI such as `file:///home/me/a%20b.c`.
  static func path(of uri: String) -> String? {
    let scheme = "file://"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    var rest = uri.dropFirst(scheme.count)
    if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var encoded = Array(rest.utf8)[...]
    while let byte = encoded.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard encoded.count >= 2,
        let value = UInt8(String(decoding: encoded.prefix(2), as: UTF8.self), radix: 16), value > 0
      else { return nil }
      bytes.append(value)
      encoded = encoded.dropFirst(2)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
