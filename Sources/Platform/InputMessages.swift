import Glibc

/// The messages of standard input, as they arrive. They are read on a thread of their own.
public struct InputMessages: AsyncSequence, Sendable {
  private let splitter: MessageSplitter

  public init(_ framing: MessageSplitter.Framing, longest: Int) {
    splitter = MessageSplitter(framing, longest: longest)
  }

  public func makeAsyncIterator() -> AsyncStream<MessageSplitter.Message>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: MessageSplitter.Message.self)
    let first = splitter
    Thread.run {
      var splitter = first
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !splitter.isBroken {
        let count = retrying { Glibc.read(STDIN_FILENO, &buffer, buffer.count) }
        guard count > 0 else { break }
        splitter.add(buffer[..<count]) { continuation.yield($0) }
      }
      splitter.finish { continuation.yield($0) }
      if splitter.isBroken { continuation.yield(.broken) }
      continuation.finish()
    }
    return stream.makeAsyncIterator()
  }
}

/// Divides a stream of bytes into messages.
public struct MessageSplitter: Sendable {
  public enum Framing: Sendable {
    /// A message is a line.
    case lines
    /// A message is preceded by a header with its length, as in HTTP.
    case lengths
  }

  public enum Message: Hashable, Sendable {
    case text([UInt8])
    /// Its bytes are not kept.
    case tooLong
    /// What follows cannot be read.
    case broken
  }

  private static let longestHeader = 4096

  private let framing: Framing
  private let longest: Int
  private var pending: [UInt8] = []
  private var isTooLong = false
  /// How many bytes of the message are still to come; `nil` in its header.
  private var missing: Int?
  /// Whether a header cannot be read: where the next message begins is not known then.
  public private(set) var isBroken = false

  public init(_ framing: Framing, longest: Int) {
    self.framing = framing
    self.longest = longest
  }

  public mutating func add(_ bytes: ArraySlice<UInt8>, _ body: (Message) -> Void) {
    var rest = bytes
    while !rest.isEmpty, !isBroken {
      if framing == .lengths, let missing {
        addContent(rest.prefix(missing), body)
        rest = rest.dropFirst(missing)
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        keep(rest)
        break
      }
      keep(rest[..<end])
      rest = rest[(end + 1)...]
      if framing == .lines { endMessage(body) } else { endHeaderLine(body) }
    }
  }

  /// Ends the last line.
  public mutating func finish(_ body: (Message) -> Void) {
    if framing == .lines { endMessage(body) }
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let limit = framing == .lines ? longest : Self.longestHeader
    if pending.count + bytes.count > limit {
      isTooLong = true
      // A header of this length is none.
      if framing == .lengths { isBroken = true }
      return
    }
    pending += bytes
  }

  private mutating func endMessage(_ body: (Message) -> Void) {
    if isTooLong {
      body(.tooLong)
    } else if framing == .lengths || pending.contains(where: { $0 > UInt8(ascii: " ") }) {
      body(.text(pending))
    }
    pending = []
    isTooLong = false
  }

  // MARK: Lengths

  private var length: Int?

  private mutating func endHeaderLine(_ body: (Message) -> Void) {
    var line = pending[...]
    pending = []
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if line.isEmpty {
      guard let length else {
        isBroken = true
        return
      }
      self.length = nil
      missing = length
      isTooLong = length > longest
      if length == 0 { addContent([], body) }
      return
    }
    let text = String(decoding: line, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else {
      isBroken = true
      return
    }
    guard text[..<colon].lowercased() == "content-length" else { return }
    let value = text[text.index(after: colon)...].split { $0 == " " || $0 == "\t" }
      .joined(separator: " ")
    guard let number = Int(value), number >= 0 else {
      isBroken = true
      return
    }
    length = number
  }

  private mutating func addContent(_ bytes: ArraySlice<UInt8>, _ body: (Message) -> Void) {
    if !isTooLong {
      // Otherwise it would grow to twice its length.
      if pending.isEmpty, let missing { pending.reserveCapacity(missing) }
      pending += bytes
    }
    let left = (missing ?? 0) - bytes.count
    missing = left > 0 ? left : nil
    if missing == nil { endMessage(body) }
  }
}
