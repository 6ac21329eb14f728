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
      try target.write(chunk, to: other)
      return true
    }
    guard fsync(target.number) == 0 else { throw FileError(other) }
  }
}

/// An advisory lock on a file or a folder. It is released when this value is destroyed. A file that
/// is created for the lock is not removed, because two processes could otherwise lock two different
/// files of the same name.
public struct FileLock: ~Copyable {
  public enum Mode: Sendable {
    /// One holder only.
    case exclusive
    /// Any number of holders.
    case shared

    fileprivate var operation: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
  }

  private let descriptor: Descriptor

  private static func open(_ path: String) throws(FileError) -> Descriptor {
    File.isDirectory(path)
      ? try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
      : try Descriptor(opening: path, O_RDWR | O_CREAT)
  }

  /// Waits until the lock is free.
  public init(_ path: String, _ mode: Mode = .exclusive) throws(FileError) {
    let descriptor = try FileLock.open(path)
    _ = try descriptor.lock(mode.operation, path)
    self.descriptor = descriptor
  }

  /// Acquires the lock, or returns `nil` if another process holds it.
  public init?(trying path: String, _ mode: Mode = .exclusive) throws(FileError) {
    let descriptor = try FileLock.open(path)
    guard try descriptor.lock(mode.operation | LOCK_NB, path) else { return nil }
    self.descriptor = descriptor
  }

  /// Closing the file would not be enough: a child that another thread is starting has the
  /// descriptor, and with it the lock, until it runs its program.
  deinit { flock(descriptor.number, LOCK_UN) }
}

/// An existing regular file with an exclusive advisory lock. Symbolic links are not followed, so
/// that a folder from an untrusted source cannot lead to a file elsewhere.
public struct LockedFile: ~Copyable {
  private let path: String
  private let descriptor: Descriptor

  /// `nil` if the file does not exist, is not a regular one, or stays locked by another process.
  public init?(_ path: String) {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    guard let descriptor = try? Descriptor(opening: path, flags),
      File.status(of: descriptor)?.kind == S_IFREG
    else { return nil }
    for attempt in 0..<50 {
      if attempt > 0 { Pause.milliseconds(2) }
      if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      guard errno == EWOULDBLOCK || errno == EINTR else { return nil }
    }
    return nil
  }

  /// Closing the file would not be enough; see `FileLock`.
  deinit { flock(descriptor.number, LOCK_UN) }

  /// The whole file; throws `tooBig` if it has more than `limit` bytes.
  public func read(limit: Int) throws(FileError) -> [UInt8] {
    guard lseek(descriptor.number, 0, SEEK_SET) == 0 else { throw FileError(path) }
    return try File.read(descriptor.number, limit: limit, expecting: 0, name: path)
  }

  /// Removes the contents.
  public func empty() throws(FileError) {
    guard ftruncate(descriptor.number, 0) == 0 else { throw FileError(path) }
  }
}
