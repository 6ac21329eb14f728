import Glibc

/// The lines of standard input, as they arrive. They are read on a thread of their own.
public struct InputLines: AsyncSequence, Sendable {
  public enum Line: Sendable {
    case text([UInt8])
    /// Its bytes are not kept.
    case tooLong
  }

  private let longest: Int

  public init(longest: Int) { self.longest = longest }

  public func makeAsyncIterator() -> AsyncStream<Line>.Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: Line.self)
    let longest = longest
    let read: @Sendable () -> Void = {
      var line: [UInt8] = []
      var isTooLong = false
      func end() {
        if isTooLong { continuation.yield(.tooLong) }
        if !isTooLong, line.contains(where: { $0 > UInt8(ascii: " ") }) {
          continuation.yield(.text(line))
        }
        line = []
        isTooLong = false
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = retrying { Glibc.read(STDIN_FILENO, &buffer, buffer.count) }
        guard count > 0 else { break }
        for byte in buffer[..<count] {
          if byte == UInt8(ascii: "\n") {
            end()
          } else if line.count < longest {
            line.append(byte)
          } else {
            isTooLong = true
          }
        }
      }
      end()
      continuation.finish()
    }
    if Thread.detached(read) != nil { read() }
    return stream.makeAsyncIterator()
  }
}
