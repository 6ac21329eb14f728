import JSON

/// A message of JSON-RPC 2.0 that was received.
enum RPCMessage {
  case request(RPCRequest)
  /// Needs no answer.
  case notification(method: String, parameters: JSONValue)
  /// The answer to a request, of which this server makes none.
  case answer

  /// - Throws: an `RPCError` that is the answer.
  init(_ line: [UInt8]) throws(RPCError) {
    let json: JSONValue
    do {
      json = try JSONParser.parse(line)
    } catch {
      throw RPCError(.parse, "This is not JSON.")
    }
    // Batches are not part of the protocol any more.
    guard json.object != nil else { throw RPCError(.invalidRequest, "A message is one object.") }
    let id = json["id"]
    let isNamed = id.map { $0.string != nil || $0.isInteger } ?? true
    let known = isNamed ? id : nil
    guard json["jsonrpc"]?.string == "2.0", isNamed else {
      throw RPCError(.invalidRequest, "This is not a message of JSON-RPC 2.0.", id: known)
    }
    guard let method = json["method"]?.string else {
      guard json["method"] == nil, json["result"] != nil || json["error"] != nil else {
        throw RPCError(.invalidRequest, "“method” is missing.", id: known)
      }
      self = .answer
      return
    }
    var parameters = json["params"] ?? .null
    if parameters == .null { parameters = .object([]) }
    guard let id else {
      self = .notification(method: method, parameters: parameters)
      return
    }
    guard parameters.object != nil else {
      throw RPCError(.invalidParameters, "“params” is an object.", id: id)
    }
    self = .request(RPCRequest(id: id, method: method, parameters: parameters))
  }
}

struct RPCRequest {
  var id: JSONValue
  var method: String
  var parameters: JSONValue
}

/// An answer that reports an error of the protocol.
struct RPCError: Error {
  enum Code: Int {
    case parse = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParameters = -32602
    // Codes of the Model Context Protocol.
    case unsupportedVersion = -32022
    // Codes of the Language Server Protocol.
    case notInitialized = -32002
    case cancelled = -32800
  }

  var code: Code
  var message: String
  var data: JSONValue?
  var id: JSONValue?

  init(_ code: Code, _ message: String, data: JSONValue? = nil, id: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
    self.id = id
  }

  var json: JSONValue {
    var error: [JSONValue.Member] = [
      .init("code", .integer(code.rawValue)), .init("message", .string(message)),
    ]
    if let data { error.append(.init("data", data)) }
    return ["jsonrpc": "2.0", "id": id ?? .null, "error": .object(error)]
  }
}

extension JSONValue {
  fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
