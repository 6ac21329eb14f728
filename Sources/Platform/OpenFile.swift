import Glibc

/// A file that is open for reading, and that can be read from its start repeatedly.
public struct OpenFile: ~Copyable, Sendable {
  private let path: String
  private let descriptor: Descriptor

  public init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = try Descriptor(opening: path, O_RDONLY)
  }

  /// Passes the contents of the file to `body` in chunks, until `body` returns false.
  public func read(_ body: ([UInt8]) throws(FileError) -> Bool) throws(FileError) {
    guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw FileError(path) }
    while true {
      guard let chunk = File.readSome(descriptor.number, atMost: 1 << 20) else {
        throw FileError(path)
      }
      if chunk.isEmpty { return }
      guard try body(chunk) else { return }
    }
  }

  /// Reads `count` bytes from an offset on; fewer at the end of the file. Several threads may do this at
  /// the same time.
  public func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard offset >= 0 else { throw FileError(path: path, code: .invalid) }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let position = off_t(offset + bytes.count)
      guard
        let chunk = File.readSome(
          descriptor.number, atMost: count - bytes.count, at: position)
      else { throw FileError(path) }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Copies the whole file to another path, durably.
  public func copy(to other: String, permissions: UInt32 = 0o600) throws(FileError) {
    let target = try Descriptor(
      opening: other, O_WRONLY | O_CREAT | O_TRUNC, permissions: permissions)
    try read { (chunk) throws(FileError) in
      if case .failed(let code) = DescriptorOutput.write(chunk, to: target.number) {
        throw FileError(path: other, code: code)
      }
      return true
    }
    guard fsync(target.number) == 0 else { throw FileError(other) }
  }
}
