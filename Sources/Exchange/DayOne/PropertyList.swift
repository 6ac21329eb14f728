import Diary
import JSON

/// Parses the XML form of property lists, as far as Day One Classic uses it.
///
/// Any input leads to a value or an error, and the depth is limited.
struct PropertyList {
  private var rest: Substring.UTF8View
  private var line = 1
  private var depth = 0
  private let file: String
  private static let maximumDepth = 16

  /// Dates are strings in the result.
  static func parse(_ file: SourceFile) throws -> JSONValue {
    let text = try file.text()
    var list = PropertyList(rest: Substring(text).utf8, file: file.path)
    return try list.document()
  }

  private init(rest: Substring.UTF8View, file: String) {
    self.rest = rest
    self.file = file
  }

  private struct Tag {
    var name: String
    /// `</key>`
    var isEnd: Bool
    /// `<array/>`
    var isEmpty: Bool
  }

  private mutating func document() throws(ExchangeError) -> JSONValue {
    skipSpace()
    let start = self
    guard try tag().name == "plist" else { throw start.failure() }
    let value = try value(try tag())
    let end = try tag()
    guard end.name == "plist", end.isEnd, rest.allSatisfy({ $0 <= 0x20 }) else { throw failure() }
    return value
  }

  private func failure() -> ExchangeError {
    let typed = String(Substring(rest.prefix(80)).prefix { !$0.isNewline })
    return ExchangeError(
      rest.isEmpty ? .cutShort : .badLine(typed: typed), line: line, of: file)
  }

  private mutating func value(_ tag: Tag) throws(ExchangeError) -> JSONValue {
    guard !tag.isEnd else { throw failure() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw failure() }
    switch tag.name {
    case "true", "false":
      if !tag.isEmpty { _ = try text(of: tag) }
      return .bool(tag.name == "true")
    case "string", "date", "data", "key": return .string(try text(of: tag))
    case "integer", "real":
      let text = try text(of: tag)
      if let number = Int(text) { return .integer(number) }
      if let number = Double(text), number.isFinite { return .number(number) }
      throw failure()
    case "array":
      var elements: [JSONValue] = []
      try members(of: tag) { list, tag throws(ExchangeError) in
        elements.append(try list.value(tag))
      }
      return .array(elements)
    case "dict":
      var members: [JSONValue.Member] = []
      try self.members(of: tag) { list, tag throws(ExchangeError) in
        guard tag.name == "key" else { throw list.failure() }
        let name = try list.text(of: tag)
        members.append(.init(name, try list.value(try list.tag())))
      }
      return .object(members)
    default: throw failure()
    }
  }

  private mutating func members(
    of tag: Tag, _ read: (inout PropertyList, Tag) throws(ExchangeError) -> Void
  ) throws(ExchangeError) {
    if tag.isEmpty { return }
    while true {
      let next = try self.tag()
      if next.isEnd {
        guard next.name == tag.name else { throw failure() }
        return
      }
      try read(&self, next)
    }
  }

  /// The next tag. Comments and declarations before it are skipped.
  private mutating func tag() throws(ExchangeError) -> Tag {
    while true {
      skipSpace()
      guard rest.first == UInt8(ascii: "<") else { throw failure() }
      if rest.starts(with: "<!--".utf8) {
        try skip(past: "-->")
      } else if rest.starts(with: "<?".utf8) || rest.starts(with: "<!DOCTYPE".utf8) {
        try skip(past: ">")
      } else {
        break
      }
    }
    let content = rest.dropFirst().prefix { $0 != UInt8(ascii: ">") }
    guard content.endIndex < rest.endIndex else {
      advance(by: rest.count)
      throw failure()
    }
    let (isEnd, isEmpty) = (
      content.first == UInt8(ascii: "/"), content.reversed().first == UInt8(ascii: "/")
    )
    let name = content.drop { $0 == UInt8(ascii: "/") }.prefix(while: \.isASCIILetter)
    advance(by: content.count + 2)
    return Tag(name: String(Substring(name)), isEnd: isEnd, isEmpty: isEmpty)
  }

  /// The text up to the end of the element.
  private mutating func text(of tag: Tag) throws(ExchangeError) -> String {
    if tag.isEmpty { return "" }
    var text = ""
    while let byte = rest.first {
      if rest.starts(with: "</".utf8) {
        guard try self.tag().name == tag.name else { throw failure() }
        return text
      }
      if rest.starts(with: "<![CDATA[".utf8) {
        advance(by: 9)
        text += try skip(past: "]]>")
      } else if byte == UInt8(ascii: "&") {
        text.unicodeScalars.append(try entity())
      } else if byte == UInt8(ascii: "<") {
        throw failure()
      } else {
        let part = rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        text += Substring(part)
        advance(by: part.count)
      }
    }
    throw failure()
  }

  private mutating func entity() throws(ExchangeError) -> Unicode.Scalar {
    let name = String(Substring(rest.dropFirst().prefix(12).prefix { $0 != UInt8(ascii: ";") }))
    let named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    let number = name.hasPrefix("#") ? UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10) : nil
    guard let scalar = named[name] ?? number.flatMap(Unicode.Scalar.init),
      rest.dropFirst(name.utf8.count + 1).first == UInt8(ascii: ";")
    else { throw failure() }
    advance(by: name.utf8.count + 2)
    return scalar
  }

  /// The text before the end, which is skipped too.
  @discardableResult
  private mutating func skip(past end: String) throws(ExchangeError) -> String {
    var part = rest
    while !part.starts(with: end.utf8) {
      guard part.popFirst() != nil else {
        advance(by: rest.count)
        throw failure()
      }
    }
    let text = String(Substring(rest[..<part.startIndex]))
    advance(by: text.utf8.count + end.utf8.count)
    return text
  }

  private mutating func skipSpace() { advance(by: rest.prefix { $0 <= 0x20 }.count) }

  private mutating func advance(by count: Int) {
    let part = rest.prefix(count)
    line += part.count { $0 == UInt8(ascii: "\n") }
    rest = rest[part.endIndex...]
  }
}
