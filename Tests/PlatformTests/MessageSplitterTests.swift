import Platform
import TestSupport
import Testing

/// Messages in a stream of bytes, however it is divided.
@Suite struct MessageSplitterTests {
  private func messages(
    _ text: String, _ framing: MessageSplitter.Framing, longest: Int = 100, by size: Int
  ) -> (messages: [MessageSplitter.Message], isBroken: Bool) {
    var splitter = MessageSplitter(framing, longest: longest)
    var found: [MessageSplitter.Message] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.add(bytes[start..<min(start + size, bytes.count)]) { found.append($0) }
    }
    splitter.finish { found.append($0) }
    return (found, splitter.isBroken)
  }

  private func text(_ text: String) -> MessageSplitter.Message { .text(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `lines`(_ size: Int) {
    let long = String(repeating: "x", count: 101)
    let found = messages("one\n\n \r\n\(long)\ntwo\r\nlast", .lines, by: size)
    #expect(found.messages == [text("one"), .tooLong, text("two\r"), text("last")])
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func `messages with their lengths`(_ size: Int) {
    let long = String(repeating: "x", count: 101)
    let found = messages(
      "Content-Length: 5\r\n\r\na\r\n\r\n" + "Content-Type: x\r\ncontent-length:3\r\n\r\nabc"
        + "Content-Length: 101\r\n\r\n\(long)" + "Content-Length: 0\r\n\r\n"
        + "X-Empty:\r\nContent-Length:\t1 \n\nz" + "Content-Length: 9\r\n\r\nunfinish", .lengths,
      by: size)
    #expect(
      found.messages == [text("a\r\n\r\n"), text("abc"), .tooLong, text(""), text("z")])
    #expect(!found.isBroken)
  }

  @Test(arguments: [
    "{}\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "\r\n",
    "Content-Length: 99999999999999999999\r\n\r\n", String(repeating: "x", count: 5000),
  ])
  func `a header that is none ends the stream`(_ header: String) {
    let found = messages(header + "Content-Length: 1\r\n\r\nx", .lengths, by: 64)
    #expect(found.messages.isEmpty && found.isBroken)
  }
}
