import JSON

/// A field of a query, with its arguments and subfields.
struct GraphQLSelection {
  var alias: String?
  var name: String
  var arguments: [String: JSONValue] = [:]
  var selections: [GraphQLSelection] = []

  /// The name of the field in the response.
  var key: String { alias ?? name }
}

extension GraphQLSelection {
  /// The first of these fields that is selected here or below.
  func first(in names: Set<String>) -> String? {
    names.contains(name) ? name : selections.lazy.compactMap { $0.first(in: names) }.first
  }
}

struct GraphQLSyntaxError: Error { var message: String }

/// Parses a query with fields, aliases, arguments, variables and inline fragments, but without
/// texts and comments, which the program does not use.
struct GraphQLParser {
  private enum Token: Equatable {
    case word(String)
    case number(Int)
    /// Punctuation, including `...`.
    case mark(String)
  }

  private var tokens: ArraySlice<Token> = []
  private var variables: JSONValue?
  private var depth = 0

  static func parse(
    _ text: String, variables: JSONValue?
  ) throws(GraphQLSyntaxError) -> [GraphQLSelection] {
    var parser = GraphQLParser()
    parser.tokens = tokens(text)[...]
    parser.variables = variables
    // In `query Name($variable: Type!)` the types are not checked.
    while let token = parser.tokens.first, token != .mark("{") {
      if token == .word("mutation") { throw GraphQLSyntaxError(message: "Only queries") }
      parser.tokens.removeFirst()
      if token == .mark("(") { parser.skipDefinitions() }
    }
    return try parser.selections()
  }

  private mutating func skipDefinitions() {
    while let token = tokens.popFirst(), token != .mark(")") {}
  }

  private mutating func selections() throws(GraphQLSyntaxError) -> [GraphQLSelection] {
    try expect("{")
    depth += 1
    defer { depth -= 1 }
    guard depth < 50 else { throw GraphQLSyntaxError(message: "Too deep") }
    var found: [GraphQLSelection] = []
    while true {
      switch tokens.popFirst() {
      case .mark("}"): return found
      case .mark("..."):
        if tokens.first == .word("on") { tokens = tokens.dropFirst(2) }
        found += try selections()
      case .word(let name): found.append(try field(name))
      default: throw GraphQLSyntaxError(message: "Expected a name or }")
      }
    }
  }

  private mutating func field(_ first: String) throws(GraphQLSyntaxError) -> GraphQLSelection {
    var field = GraphQLSelection(name: first)
    if tokens.first == .mark(":") {
      tokens.removeFirst()
      field.alias = first
      field.name = try word()
    }
    if tokens.first == .mark("(") {
      tokens.removeFirst()
      field.arguments = try members(until: ")")
    }
    if tokens.first == .mark("{") { field.selections = try selections() }
    return field
  }

  private mutating func members(
    until end: String
  ) throws(GraphQLSyntaxError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    while tokens.first != .mark(end) {
      let name = try word()
      try expect(":")
      members[name] = try value()
    }
    tokens.removeFirst()
    return members
  }

  private mutating func value() throws(GraphQLSyntaxError) -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < 50 else { throw GraphQLSyntaxError(message: "Too deep") }
    switch tokens.popFirst() {
    case .number(let number): return .integer(number)
    case .word(let name): return .string(name)
    case .mark("$"): return variables?[try word()] ?? nil
    case .mark("{"):
      return .object(try members(until: "}").map { .init($0.key, $0.value) })
    case .mark("["):
      var elements: [JSONValue] = []
      while tokens.first != .mark("]") { elements.append(try value()) }
      tokens.removeFirst()
      return .array(elements)
    default: throw GraphQLSyntaxError(message: "Expected a value")
    }
  }

  private mutating func word() throws(GraphQLSyntaxError) -> String {
    guard case .word(let word) = tokens.popFirst() else {
      throw GraphQLSyntaxError(message: "Expected a name")
    }
    return word
  }

  private mutating func expect(_ mark: String) throws(GraphQLSyntaxError) {
    guard tokens.popFirst() == .mark(mark) else {
      throw GraphQLSyntaxError(message: "Expected \(mark)")
    }
  }

  /// Commas are white space.
  private static func tokens(_ text: String) -> [Token] {
    var rest = text[...]
    var tokens: [Token] = []
    while let letter = rest.first {
      if letter.isWhitespace || letter == "," {
        rest.removeFirst()
      } else if letter.isNumber {
        let digits = rest.prefix(while: \.isNumber)
        tokens.append(.number(Int(digits) ?? 0))
        rest = rest[digits.endIndex...]
      } else if letter.isLetter || letter == "_" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(String(name)))
        rest = rest[name.endIndex...]
      } else {
        let mark = rest.hasPrefix("...") ? "..." : String(letter)
        tokens.append(.mark(mark))
        rest = rest.dropFirst(mark.count)
      }
    }
    return tokens
  }
}
