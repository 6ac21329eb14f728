/// A table as one string: lines with a key, a tab and a value, sorted by the bytes of the keys.
struct SortedLines: Sendable {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  func value(of key: String) -> String? {
    text.withUTF8Buffer { bytes in
      var (low, high) = (0, bytes.count)
      while low < high {
        var start = (low + high) / 2
        while start > low, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
        let name = line.prefix { $0 != UInt8(ascii: "\t") }
        if name.elementsEqual(key.utf8) {
          return String(decoding: line[name.endIndex...].dropFirst(), as: UTF8.self)
        }
        if name.lexicographicallyPrecedes(key.utf8) {
          low = line.endIndex + 1
        } else {
          high = start
        }
      }
      return nil
    }
  }
}
