/// Reads the lines of a calendar. A line break before a space or a tab does not end a line. The parts
/// are joined as bytes, because a part may end inside of a character.
struct ContentLines {
  private var source: ByteSource
  private var bytes: [UInt8] = []
  private var position = 0
  private var linesRead = 0
  /// Where the last line begins, counted from 1.
  private(set) var line = 0

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The next line without its line breaks, cut if it is longer than the limit; `nil` at the end.
  mutating func next() throws -> [UInt8]? {
    guard var content = try part() else { return nil }
    line = linesRead
    if line == 1, content.starts(with: [0xEF, 0xBB, 0xBF]) { content.removeFirst(3) }
    while let first = try peek(), first == 0x20 || first == 0x09 {
      position += 1
      let more = try part() ?? []
      if content.count <= SourceFile.limit { content += more }
    }
    return content
  }

  private mutating func peek() throws -> UInt8? {
    while position >= bytes.count {
      guard let more = try source.next() else { return nil }
      bytes = more
      position = 0
    }
    return bytes[position]
  }

  /// The bytes up to the next line break. The rest of a line beyond the limit is left out.
  private mutating func part() throws -> [UInt8]? {
    guard try peek() != nil else { return nil }
    linesRead += 1
    var part: [UInt8] = []
    while try peek() != nil {
      let rest = bytes[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      if part.count <= SourceFile.limit { part += rest[..<(end ?? rest.endIndex)] }
      position = end.map { $0 + 1 } ?? bytes.count
      if end != nil { break }
    }
    if part.last == UInt8(ascii: "\r") { part.removeLast() }
    return part
  }
}
