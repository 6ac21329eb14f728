import Platform

/// The files of a zip archive (APPNOTE 6.3), stored or deflated, also of more than 4 GB. The archive
/// stays open, and its directory is read once.
public final class ZipReader: Sendable {
  public struct Entry: Hashable, Sendable {
    public var path: String
    fileprivate var compressedSize: Int
    fileprivate var wholeSize: Int
    fileprivate var checksum: UInt32
    fileprivate var isDeflated: Bool
    fileprivate var offset: Int
  }

  fileprivate let file: OpenFile
  /// The files, without folders.
  public let entries: [Entry]

  private static let limits = (entries: 1_000_000, directory: 256 << 20)

  /// Whether a file begins as an archive does.
  public static func recognizes(_ beginning: some Sequence<UInt8>) -> Bool {
    beginning.starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  /// - Throws: a `ZipError` or a `FileError`.
  public init(_ path: String) throws {
    file = try OpenFile(path)
    let size = File.size(path) ?? 0
    let directory = try Self.directory(of: file, size: size)
    var rest = directory[...]
    var entries: [Entry] = []
    while rest.starts(with: [0x50, 0x4B, 0x01, 0x02]) {
      guard let entry = try Self.entry(&rest) else { continue }
      entries.append(entry)
      if entries.count > Self.limits.entries { throw ZipError.tooLarge }
    }
    guard rest.isEmpty else { throw ZipError.damaged }
    self.entries = entries
  }

  // MARK: The directory

  /// The bytes of the directory at the end of the archive.
  private static func directory(of file: borrowing OpenFile, size: Int) throws -> [UInt8] {
    // A comment of up to 64 KB may follow the end.
    let start = max(0, size - 22 - 0xFFFF)
    let tail = try file.read(at: start, count: size - start)
    let end = stride(from: tail.count - 22, through: 0, by: -1).first {
      tail[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06])
    }
    guard let end else { throw ZipError.damaged }
    var length = tail.integer(at: end + 12, 4)
    var offset = tail.integer(at: end + 16, 4)
    if offset == 0xFFFF_FFFF || length == 0xFFFF_FFFF || tail.integer(at: end + 10, 2) == 0xFFFF {
      guard end >= 20, tail[(end - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07]) else {
        throw ZipError.damaged
      }
      let wide = try file.read(at: tail.integer(at: end - 12, 8), count: 56)
      guard wide.count == 56, wide.starts(with: [0x50, 0x4B, 0x06, 0x06]) else {
        throw ZipError.damaged
      }
      length = wide.integer(at: 40, 8)
      offset = wide.integer(at: 48, 8)
    }
    guard (0...limits.directory).contains(length), (0...size).contains(offset),
      offset + length <= size
    else { throw ZipError.damaged }
    return try file.read(at: offset, count: length)
  }

  /// The next file of the directory; `nil` for a folder.
  private static func entry(_ rest: inout ArraySlice<UInt8>) throws -> Entry? {
    let bytes = Array(rest.prefix(46))
    guard bytes.count == 46 else { throw ZipError.damaged }
    let lengths = [28, 30, 32].map { bytes.integer(at: $0, 2) }
    let whole = 46 + lengths.reduce(0, +)
    guard rest.count >= whole else { throw ZipError.damaged }
    let name = rest.dropFirst(46).prefix(lengths[0])
    let extra = Array(rest.dropFirst(46 + lengths[0]).prefix(lengths[1]))
    rest = rest.dropFirst(whole)
    let path = String(decoding: name, as: UTF8.self)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.hasSuffix("/") || path.isEmpty || parts.contains("..") || path.hasPrefix("/") {
      return nil
    }
    guard bytes.integer(at: 8, 2) & 1 == 0 else { throw ZipError.encrypted }
    let method = bytes.integer(at: 10, 2)
    guard method == 0 || method == 8 else { throw ZipError.damaged }
    var sizes = [bytes.integer(at: 24, 4), bytes.integer(at: 20, 4), bytes.integer(at: 42, 4)]
    try widen(&sizes, by: extra)
    return Entry(
      path: path, compressedSize: sizes[1], wholeSize: sizes[0],
      checksum: UInt32(truncatingIfNeeded: bytes.integer(at: 16, 4)), isDeflated: method == 8,
      offset: sizes[2])
  }

  /// Replaces the values that have no room in 32 bits by those of 64 bits.
  private static func widen(_ values: inout [Int], by extra: [UInt8]) throws {
    var position = 0
    while position + 4 <= extra.count {
      let (kind, length) = (extra.integer(at: position, 2), extra.integer(at: position + 2, 2))
      guard position + 4 + length <= extra.count else { return }
      if kind == 1 {
        var field = position + 4
        for index in values.indices where values[index] == 0xFFFF_FFFF {
          guard field + 8 <= position + 4 + length else { throw ZipError.damaged }
          values[index] = extra.integer(at: field, 8)
          field += 8
        }
      }
      position += 4 + length
    }
  }

  // MARK: Reading

  /// Reads a file of the archive in parts.
  public func open(_ entry: Entry) throws -> ZipPart {
    let header = try file.read(at: entry.offset, count: 30)
    guard header.count == 30, header.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
      throw ZipError.damaged
    }
    let start = entry.offset + 30 + header.integer(at: 26, 2) + header.integer(at: 28, 2)
    return try ZipPart(of: self, entry, at: start)
  }
}

/// A file of an archive that is being read.
public final class ZipPart {
  private let archive: ZipReader
  private let entry: ZipReader.Entry
  private let deflate: Deflate
  private var offset: Int
  private var left: Int
  private var pending: ArraySlice<UInt8> = []
  private var isAtEnd = false
  private var checksum: UInt32 = 0
  private var count = 0

  private static let part = 64 << 10
  /// Text is compressed to a tenth. What grows more than a hundredfold, and by more than this, is made
  /// to fill memory.
  private static let limits = (ratio: 100, bytes: 64 << 20)

  fileprivate init(of archive: ZipReader, _ entry: ZipReader.Entry, at offset: Int) throws {
    self.archive = archive
    self.entry = entry
    self.offset = offset
    left = entry.compressedSize
    deflate = try Deflate(.inflating)
  }

  /// The next bytes; `nil` at the end.
  ///
  /// - Throws: a `ZipError` if the archive is damaged.
  public func next() throws -> [UInt8]? {
    while !isAtEnd {
      if pending.isEmpty, left > 0 {
        let bytes = try archive.file.read(at: offset, count: min(Self.part, left))
        if bytes.isEmpty { throw ZipError.damaged }
        offset += bytes.count
        left -= bytes.count
        pending = bytes[...]
      }
      let output = try part()
      checksum = Deflate.checksum(checksum, output)
      count += output.count
      let isExpanding =
        count > Self.limits.bytes && count / Self.limits.ratio > entry.compressedSize
      if isExpanding { throw ZipError.tooLarge }
      if !output.isEmpty { return output }
    }
    guard checksum == entry.checksum, count == entry.wholeSize else { throw ZipError.damaged }
    return nil
  }

  private func part() throws -> [UInt8] {
    guard entry.isDeflated else {
      isAtEnd = left == 0
      defer { pending = [] }
      return Array(pending)
    }
    let (output, used, isAtEnd) = try deflate.run(pending)
    pending = pending.dropFirst(used)
    self.isAtEnd = isAtEnd
    if !isAtEnd, output.isEmpty, used == 0, left == 0 { throw ZipError.damaged }
    return output
  }
}

extension [UInt8] {
  /// A little-endian integer; 0 beyond the end.
  fileprivate func integer(at offset: Int, _ width: Int) -> Int {
    guard offset >= 0, offset + width <= count else { return 0 }
    let bits = (0..<width).reduce(UInt64(0)) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
    return Int(clamping: bits)
  }
}
