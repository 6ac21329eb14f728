/// Reads the elements of the arrays in a JSON document of any length, one after the other.
///
/// The document is an object, of which each member is a value or an array of elements, or an array of
/// elements, or a sequence of objects. Commas are not required, because some programs write each
/// object on a line of its own, with or without a comma.
public struct JSONElements {
  public struct Element: Sendable {
    /// The name of the member that it belongs to; `nil` if the document is no object.
    public var name: String?
    /// Whether it is an element of an array.
    public var isInArray: Bool
    /// The line on which it begins, counted from 1.
    public var line: Int
    public var value: JSONValue
  }

  public enum Failure: Error, Hashable {
    /// No JSON, on this line. The next call continues after the element, if its end was found.
    case syntax(line: Int)
    /// The document ends inside of an element that began on this line.
    case cutShort(line: Int)
    /// An element of this line is longer than the limit.
    case tooLong(line: Int)
  }

  private let read: () throws -> [UInt8]?
  private let limit: Int
  /// Whether the objects at the top level are elements, not the document.
  private let isSequence: Bool
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isInDocument = false
  private var isOver = false
  private var isInArray = false
  private var name: String?

  /// - Parameters:
  ///   - isSequence: whether an object at the top level is an element instead of the document.
  ///   - limit: the length of the longest element, in bytes.
  ///   - read: returns the next bytes; `nil` at the end.
  public init(
    isSequence: Bool = false, limit: Int = 64 << 20, _ read: @escaping () throws -> [UInt8]?
  ) {
    self.isSequence = isSequence
    self.limit = limit
    self.read = read
  }

  /// The next element; `nil` at the end.
  public mutating func next() throws -> Element? {
    while let byte = try peek() {
      switch byte {
      case 0x20, 0x09, 0x0D, UInt8(ascii: ","): position += 1
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case 0xEF where line == 1 && position == 0 && !isInDocument: try skipByteOrderMark()
      case _ where isOver: throw fail(.syntax(line: line))
      case UInt8(ascii: "{") where !isSequence && !isInDocument && !isInArray:
        isInDocument = true
        position += 1
      case UInt8(ascii: "[") where !isInArray && (!isInDocument || name != nil):
        isInArray = true
        position += 1
      case UInt8(ascii: "]") where isInArray:
        (isInArray, name) = (false, nil)
        isOver = !isInDocument
        position += 1
      case UInt8(ascii: "}") where isInDocument && !isInArray && name == nil:
        (isInDocument, isOver) = (false, true)
        position += 1
      case UInt8(ascii: "\"") where isInDocument && !isInArray && name == nil:
        try readName()
      case _ where isInDocument && !isInArray && name == nil: throw fail(.syntax(line: line))
      default:
        // Outside of an object and an array, only objects are elements.
        guard isInArray || isInDocument || byte == UInt8(ascii: "{") else {
          throw fail(.syntax(line: line))
        }
        return try element()
      }
    }
    if isInArray || isInDocument {
      throw fail(.cutShort(line: line))
    }
    return nil
  }

  /// The rest cannot be read after this error.
  private mutating func fail(_ failure: Failure) -> Failure {
    bytes = []
    position = 0
    (isInArray, isInDocument, isOver) = (false, false, true)
    isFinished = true
    return failure
  }

  private var isFinished = false

  /// The next byte.
  private mutating func peek() throws -> UInt8? {
    while position >= bytes.count {
      guard !isFinished, let part = try read() else {
        isFinished = true
        return nil
      }
      bytes = part
      position = 0
    }
    return bytes[position]
  }

  /// Reads more bytes behind those from `position`.
  private mutating func readMore() throws -> Bool {
    guard !isFinished, let part = try read() else {
      isFinished = true
      return false
    }
    bytes.removeFirst(position)
    position = 0
    bytes += part
    return true
  }

  private mutating func skipByteOrderMark() throws {
    while bytes.count < 3, try readMore() {}
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw fail(.syntax(line: line)) }
    position = 3
  }

  private mutating func readName() throws {
    let (start, end) = (line, try end())
    guard let end, let text = try? JSONParser.parse(Array(bytes[position..<end])).string else {
      throw fail(end == nil ? .cutShort(line: start) : .syntax(line: start))
    }
    position = end
    while let byte = try peek() {
      switch byte {
      case 0x20, 0x09, 0x0D: position += 1
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: ":"):
        position += 1
        name = text
        return
      default: throw fail(.syntax(line: line))
      }
    }
    throw fail(.cutShort(line: start))
  }

  private mutating func element() throws -> Element {
    let first = line
    guard let end = try end() else { throw fail(.cutShort(line: first)) }
    // A closing bracket of another kind has no element before it.
    guard end > position else { throw fail(.syntax(line: first)) }
    let text = Array(bytes[position..<end])
    position = end
    defer { if !isInArray { name = nil } }
    do {
      let value = try JSONParser.parse(text)
      return Element(name: name, isInArray: isInArray, line: first, value: value)
    } catch {
      throw Failure.syntax(line: first + error.line - 1)
    }
  }

  /// The position after the value that begins at `position`; `nil` if the document ends before.
  private mutating func end() throws -> Int? {
    let first = line
    var depth = 0
    var isInString = false
    var offset = 0
    while true {
      while position + offset < bytes.count {
        let byte = bytes[position + offset]
        switch byte {
        case UInt8(ascii: "\n"):
          if depth == 0, !isInString { return position + offset }
          line += 1
        case UInt8(ascii: "\\") where isInString:
          offset += 1
          if position + offset >= bytes.count, try !readMore() { return nil }
        case UInt8(ascii: "\""):
          isInString.toggle()
          if !isInString, depth == 0 { return position + offset + 1 }
        case _ where isInString: break
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return position + offset }
          depth -= 1
          if depth == 0 { return position + offset + 1 }
        case UInt8(ascii: ","), 0x20, 0x09, 0x0D:
          if depth == 0 { return position + offset }
        default: break
        }
        offset += 1
      }
      if offset > limit { throw fail(.tooLong(line: first)) }
      if try !readMore() {
        // A number at the end of the document has no other end.
        return depth == 0 && !isInString && offset > 0 ? position + offset : nil
      }
    }
  }
}
