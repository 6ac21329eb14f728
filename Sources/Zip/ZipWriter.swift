/// Writes a zip archive in parts. The same files give the same bytes.
public final class ZipWriter {
  private let write: ([UInt8]) throws -> Void
  private var offset = 0
  private var directory: [UInt8] = []
  private var count = 0
  private static let part = 64 << 10

  public init(_ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
  }

  /// Adds a short text as it is.
  public func addUncompressed(_ path: String, _ text: String) throws {
    let (name, contents) = (Array(path.utf8), Array(text.utf8))
    _ = try Deflate(.deflating)
    let size = Self.bytes(contents.count, 4)
    let facts =
      Self.bytes(0, 2) + Self.date + Self.bytes(Int(Deflate.checksum(0, contents)), 4) + size + size
      + Self.bytes(name.count, 2)
    directory +=
      [0x50, 0x4B, 0x01, 0x02] + Self.bytes(20, 2) + Self.bytes(20, 2) + Self.bytes(0x0800, 2)
      + facts + Self.bytes(0, 12) + Self.bytes(offset, 4) + name
    try append(
      [0x50, 0x4B, 0x03, 0x04] + Self.bytes(20, 2) + Self.bytes(0x0800, 2) + facts
        + Self.bytes(0, 2) + name + contents)
    count += 1
  }

  /// Adds a file, whose contents `body` passes to its argument.
  public func add(_ path: String, _ body: (_ write: (String) throws -> Void) throws -> Void) throws
  {
    let name = Array(path.utf8)
    let start = offset
    // The sizes and the checksum follow the contents.
    try append(
      [0x50, 0x4B, 0x03, 0x04] + Self.bytes(20, 2) + Self.bytes(0x0808, 2) + Self.bytes(8, 2)
        + Self.date + Self.bytes(0, 12) + Self.bytes(name.count, 2) + Self.bytes(0, 2) + name)
    let contents = offset
    let deflate = try Deflate(.deflating)
    var (checksum, whole) = (UInt32(0), 0)
    func add(_ bytes: [UInt8], isLast: Bool) throws {
      checksum = Deflate.checksum(checksum, bytes)
      whole += bytes.count
      var rest = bytes[...]
      while true {
        let (output, used, isAtEnd) = try deflate.run(rest, isLast: isLast)
        rest = rest.dropFirst(used)
        try append(output)
        if isAtEnd || !isLast && rest.isEmpty && output.isEmpty { return }
      }
    }
    var pending: [UInt8] = []
    try body { text in
      pending += text.utf8
      guard pending.count >= Self.part else { return }
      try add(pending, isLast: false)
      pending = []
    }
    try add(pending, isLast: true)
    let compressed = offset - contents
    guard max(whole, offset) < 0xFFFF_FFFF else { throw ZipError.tooLarge }
    let sums =
      Self.bytes(Int(checksum), 4) + Self.bytes(compressed, 4) + Self.bytes(whole, 4)
    try append([0x50, 0x4B, 0x07, 0x08] + sums)
    directory +=
      [0x50, 0x4B, 0x01, 0x02] + Self.bytes(20, 2) + Self.bytes(20, 2) + Self.bytes(0x0808, 2)
    directory += Self.bytes(8, 2) + Self.date + sums + Self.bytes(name.count, 2)
    directory += Self.bytes(0, 12) + Self.bytes(start, 4) + name
    count += 1
  }

  /// Writes the directory.
  public func finish() throws {
    let start = offset
    try append(directory)
    let end = Self.bytes(count, 2) + Self.bytes(count, 2) + Self.bytes(directory.count, 4)
    try append(
      [0x50, 0x4B, 0x05, 0x06] + Self.bytes(0, 4) + end + Self.bytes(start, 4) + Self.bytes(0, 2))
  }

  /// The first day that an archive can have.
  private static let date = bytes(0, 2) + bytes(0x0021, 2)

  private func append(_ bytes: [UInt8]) throws {
    offset += bytes.count
    if !bytes.isEmpty { try write(bytes) }
  }

  private static func bytes(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
