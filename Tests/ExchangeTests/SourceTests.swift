import Testing

@testable import Exchange

extension Source {
  /// A single file with these bytes.
  init(name: String = "", _ bytes: [UInt8]) {
    self.init(name: name, files: [SourceFile(path: "", bytes)], isFolder: false)
  }
}

/// Reading lines from bytes that arrive in parts of any length.
@Suite struct SourceTests {
  private func parts(_ text: String, of length: Int) -> ByteSource {
    var rest = Array(text.utf8)[...]
    return ByteSource {
      if rest.isEmpty { return nil }
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
  }

  @Test(arguments: [1, 2, 3, 100])
  func `reads lines`(length: Int) throws {
    var reader = LineReader(parts("\u{FEFF}one\r\n\n둘\nthree", of: length))
    var lines: [String] = []
    while let line = try reader.next() { lines.append(line) }
    #expect(lines == ["one", "", "둘", "three"])
    #expect(reader.line == 4)
    #expect(!reader.endsInLineBreak)
  }

  @Test func `names the line that is no text, and continues after it`() throws {
    var reader = LineReader(ByteSource(Array("a\n".utf8) + [0xFF, 0x0A] + Array("b\n\0\nc".utf8)))
    #expect(try reader.next() == "a")
    #expect(throws: ExchangeError(.notUTF8, line: 2)) { try reader.next() }
    #expect(try reader.next() == "b")
    #expect(throws: ExchangeError(.hasNUL, line: 4)) { try reader.next() }
    #expect(try reader.next() == "c")
    #expect(try reader.next() == nil)
  }

  @Test func `reads a whole file as text`() throws {
    let file = SourceFile(path: "a.txt", Array("\u{FEFF}one\r\ntwo\r\n".utf8))
    #expect(try file.text() == "one\ntwo\n")
    #expect(try SourceFile(path: "", []).text() == "")
  }
}
