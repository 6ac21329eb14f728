public import JSON

/// A tool that agents call by name.
public struct MCPTool: Sendable {
  /// A value that a call may have.
  public struct Parameter: Sendable {
    public enum Kind: Sendable {
      case text
      /// A positive number.
      case number
      case texts
      case choice([String])
    }

    public var name: String
    public var kind: Kind
    public var description: String
    public var isRequired: Bool

    public init(_ name: String, _ kind: Kind, _ description: String, isRequired: Bool = false) {
      self.name = name
      self.kind = kind
      self.description = description
      self.isRequired = isRequired
    }
  }

  public var name: String
  public var title: String
  public var description: String
  public var parameters: [Parameter]
  /// The names of the members that each result has.
  public var results: [String]
  public var isReadOnly: Bool
  /// A sentence for mistakes: what another tool does that is taken for this one.
  public var seeAlso: String

  public init(
    _ name: String, title: String, _ description: String, _ parameters: [Parameter],
    results: [String], isReadOnly: Bool = true, seeAlso: String = ""
  ) {
    self.seeAlso = seeAlso
    self.name = name
    self.title = title
    self.description = description
    self.parameters = parameters
    self.results = results
    self.isReadOnly = isReadOnly
  }
}

// MARK: - Schemas

extension MCPTool {
  var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": inputSchema, "outputSchema": outputSchema,
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(isReadOnly), "destructiveHint": false,
        "idempotentHint": .bool(isReadOnly), "openWorldHint": false,
      ],
    ]
  }

  private var inputSchema: JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", "object"),
      .init("properties", .object(parameters.map { .init($0.name, $0.schema) })),
      .init("additionalProperties", false),
    ]
    let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    return .object(members)
  }

  private var outputSchema: JSONValue {
    [
      "type": "object",
      "properties": .object(results.map { .init($0, .object([])) }),
      "required": .array(results.map { .string($0) }),
    ]
  }
}

extension MCPTool.Parameter {
  fileprivate var schema: JSONValue {
    var members: [JSONValue.Member]
    switch kind {
    case .text: members = [.init("type", "string")]
    case .number: members = [.init("type", "integer"), .init("minimum", 1)]
    case .texts: members = [.init("type", "array"), .init("items", ["type": "string"])]
    case .choice(let names):
      members = [.init("type", "string"), .init("enum", .array(names.map { .string($0) }))]
    }
    return .object(members + [.init("description", .string(description))])
  }

  private var typeName: String {
    switch kind {
    case .text: "a text"
    case .number: "a number from 1"
    case .texts: "a list of texts"
    case .choice(let names): "one of " + names.joined(separator: ", ")
    }
  }

  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch kind {
    case .text: value.string != nil
    case .number: value.integer.map { (1...1_000_000_000).contains($0) } ?? false
    case .texts: value.array?.allSatisfy { $0.string != nil } ?? false
    case .choice(let names): value.string.map(names.contains) ?? false
    }
  }

  /// A sentence about a value that is missing or has another type.
  fileprivate func mistake(in arguments: JSONValue) -> String? {
    guard let value = arguments[name], value != .null else {
      return isRequired ? "“\(name)” is missing: \(typeName)." : nil
    }
    return accepts(value) ? nil : "“\(name)” must be \(typeName)."
  }
}

extension MCPTool {
  /// A sentence about what is wrong with the arguments of a call; `nil` if they are well-formed.
  func mistake(in arguments: JSONValue) -> String? {
    malformed(arguments).map { $0 + (seeAlso.isEmpty ? "" : " " + seeAlso) }
  }

  private func malformed(_ arguments: JSONValue) -> String? {
    let names = parameters.map(\.name)
    if let unknown = arguments.object?.first(where: { !names.contains($0.name) }) {
      return "“\(unknown.name)” is unknown. \(name) takes \(names.joined(separator: ", "))."
    }
    return parameters.lazy.compactMap { $0.mistake(in: arguments) }.first
  }
}

/// The answer of a tool.
public enum MCPAnswer: Sendable {
  case result(JSONValue)
  /// A sentence that the agent can act on.
  case failure(String)
}
