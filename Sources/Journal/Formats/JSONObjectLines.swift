import JSON

/// The objects of a text that has one on each line, or all of them in a list, each with the line on
/// which it begins.
struct JSONObjectLines {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var isInList = false
  private var isListOver = false

  static func read(_ text: String) throws(ToDoFormatError) -> [(line: Int, value: JSONValue)] {
    var lines = JSONObjectLines(bytes: Array(text.utf8))
    var found: [(line: Int, value: JSONValue)] = []
    while let object = try lines.next() { found.append(object) }
    return found
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private mutating func next() throws(ToDoFormatError) -> (line: Int, value: JSONValue)? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      // Old versions put a comma behind every line, list or not.
      case 0x20, 0x09, 0x0D, UInt8(ascii: ","): position += 1
      case UInt8(ascii: "[") where !isInList && !isListOver:
        isInList = true
        position += 1
      case UInt8(ascii: "]") where isInList:
        isInList = false
        isListOver = true
        position += 1
      case UInt8(ascii: "{") where !isListOver: return try object()
      default: throw ToDoFormatError(line: line, reason: isListOver ? .notJSON : .noTask)
      }
    }
    if isInList { throw ToDoFormatError(line: line, reason: .cutShort) }
    return nil
  }

  private mutating func object() throws(ToDoFormatError) -> (line: Int, value: JSONValue) {
    let start = position
    let firstLine = line
    var depth = 0
    var isInString = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "\\") where isInString: position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isInString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if !isInString { depth -= 1 }
        if depth == 0 { return (firstLine, try value(in: start..<position, from: firstLine)) }
      default: break
      }
    }
    throw ToDoFormatError(line: firstLine, reason: .cutShort)
  }

  private func value(
    in range: Range<Int>, from firstLine: Int
  ) throws(ToDoFormatError) -> JSONValue {
    do {
      return try JSONParser.parse(Array(bytes[range]))
    } catch {
      throw ToDoFormatError(line: firstLine + error.line - 1, reason: .notJSON)
    }
  }
}
