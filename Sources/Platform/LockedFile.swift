import Glibc

/// An existing regular file with an exclusive advisory lock. Symbolic links are not followed, so
/// that a folder from an untrusted source cannot lead to a file elsewhere.
public struct LockedFile: ~Copyable {
  private let path: String
  private let descriptor: Descriptor

  /// `nil` if the file does not exist, is not a regular one, or stays locked by another process.
  public init?(_ path: String) {
    let number = retrying {
      open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    guard number >= 0 else { return nil }
    let descriptor = Descriptor(owning: number)
    guard let status = File.status(of: descriptor), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    for attempt in 0..<50 {
      if attempt > 0 { Pause.milliseconds(2) }
      if flock(number, LOCK_EX | LOCK_NB) == 0 {
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
