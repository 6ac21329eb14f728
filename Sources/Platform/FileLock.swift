import Glibc

/// An advisory lock on a file or a folder. It is released when this value is destroyed. A file that
/// is created for the lock is not removed, because two processes could otherwise lock two different
/// files of the same name.
public struct FileLock: ~Copyable {
  public enum Mode: Sendable {
    /// One holder only.
    case exclusive
    /// Any number of holders.
    case shared
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
    guard retrying({ flock(descriptor.number, mode.operation) }) == 0 else {
      throw FileError(path)
    }
    self.descriptor = descriptor
  }

  /// Acquires the lock, or returns `nil` if another process holds it.
  public init?(trying path: String, _ mode: Mode = .exclusive) throws(FileError) {
    let descriptor = try FileLock.open(path)
    if retrying({ flock(descriptor.number, mode.operation | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw FileError(path) }
      return nil
    }
    self.descriptor = descriptor
  }

  /// Closing the file would not be enough: a child that another thread is starting has the
  /// descriptor, and with it the lock, until it runs its program.
  deinit { flock(descriptor.number, LOCK_UN) }
}

extension FileLock.Mode {
  fileprivate var operation: Int32 {
    switch self {
    case .exclusive: LOCK_EX
    case .shared: LOCK_SH
    }
  }
}
