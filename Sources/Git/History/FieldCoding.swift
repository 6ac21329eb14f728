/// Writes fields of bytes, each preceded by its length.
struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ field: some Collection<UInt8>) {
    withLength(field.count)
    bytes.append(contentsOf: field)
  }

  mutating func append(_ text: String?) { append(text.map { Array($0.utf8) + [1] } ?? []) }

  mutating func append(_ flag: Bool) { append([flag ? 1 : 0]) }

  mutating func append(_ number: UInt64) {
    append((0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) })
  }

  mutating func append(_ texts: [String]) {
    var inner = FieldWriter()
    for text in texts { inner.append(Array(text.utf8)) }
    append(inner.bytes)
  }

  private mutating func withLength(_ count: Int) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }
}

/// Reads the fields that `FieldWriter` has written; `nil` if the bytes have another format.
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func bytes() -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let start = rest.startIndex
    let count =
      Int(rest[start]) | Int(rest[start + 1]) << 8 | Int(rest[start + 2]) << 16
      | Int(rest[start + 3]) << 24
    guard count <= rest.count - 4 else { return nil }
    let field = rest[start + 4..<start + 4 + count]
    rest = rest[(start + 4 + count)...]
    return field
  }

  /// An optional text: `.some(nil)` if it is absent, `nil` if the field is missing.
  mutating func text() -> String?? {
    guard let field = bytes() else { return nil }
    return field.isEmpty ? .some(nil) : String(decoding: field.dropLast(), as: UTF8.self)
  }

  mutating func flag() -> Bool? {
    guard let field = bytes(), field.count == 1 else { return nil }
    return field.first == 1
  }

  mutating func number() -> UInt64? {
    guard let field = bytes(), field.count == 8 else { return nil }
    return field.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func texts() -> [String]? {
    guard let field = bytes() else { return nil }
    var inner = FieldReader(field)
    var texts: [String] = []
    while !inner.isAtEnd {
      guard let text = inner.bytes() else { return nil }
      texts.append(String(decoding: text, as: UTF8.self))
    }
    return texts
  }
}
