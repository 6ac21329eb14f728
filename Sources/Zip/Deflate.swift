import CZlib

/// A raw deflate stream.
struct Deflate: ~Copyable {
  enum Direction: Sendable { case inflating, deflating }

  private let stream: OpaquePointer
  private static let room = 128 << 10

  /// - Throws: if the library is missing, or there is no memory.
  init(_ direction: Direction) throws(ZipError) {
    if let reason = diary_zlib_load() {
      throw .libraryMissing(reason: String(cString: reason))
    }
    let stream =
      direction == .inflating ? diary_zlib_new_inflating() : diary_zlib_new_deflating()
    guard let stream else { throw .libraryMissing(reason: "") }
    self.stream = stream
  }

  deinit { diary_zlib_free(stream) }

  /// Processes some input.
  ///
  /// - Returns: a part of the output, how much of the input was used, and whether the stream has ended.
  func run(
    _ input: ArraySlice<UInt8>, isLast: Bool = false
  ) throws(ZipError) -> (output: [UInt8], used: Int, isAtEnd: Bool) {
    var state = diary_zlib_state.more
    var inputLeft = input.count
    let output = [UInt8](unsafeUninitializedCapacity: Self.room) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      var room = buffer.count
      state = input.withUnsafeBufferPointer { input in
        diary_zlib_run(stream, input.baseAddress, &inputLeft, start, &room, isLast)
      }
      count = buffer.count - room
    }
    if state == .damaged { throw .damaged }
    return (output, input.count - inputLeft, state == .end)
  }

  /// The checksum of an archive after more bytes.
  static func checksum(_ before: UInt32, _ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { diary_zlib_crc32(before, $0.baseAddress, $0.count) }
  }
}

public enum ZipError: Error, Hashable {
  /// The message of the dynamic linker.
  case libraryMissing(reason: String)
  case damaged
  case encrypted
  /// Compressed in a way that only expands it, as no text is.
  case tooLarge
}

extension [UInt8] {
  /// As a raw deflate stream.
  public func deflated() throws(ZipError) -> [UInt8] {
    let deflate = try Deflate(.deflating)
    var result: [UInt8] = []
    var rest = self[...]
    while true {
      let (output, used, isAtEnd) = try deflate.run(rest, isLast: true)
      rest = rest.dropFirst(used)
      result += output
      if isAtEnd { return result }
    }
  }

  /// The contents of a raw deflate stream, which must end with these bytes.
  ///
  /// - Parameter limit: A longer result is an error.
  public func inflated(limit: Int) throws(ZipError) -> [UInt8] {
    let deflate = try Deflate(.inflating)
    var result: [UInt8] = []
    var rest = self[...]
    while true {
      let (output, used, isAtEnd) = try deflate.run(rest)
      rest = rest.dropFirst(used)
      result += output
      guard result.count <= limit else { throw .tooLarge }
      if isAtEnd, rest.isEmpty { return result }
      guard !isAtEnd, used > 0 || !output.isEmpty else { throw .damaged }
    }
  }
}
