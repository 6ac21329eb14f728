import Glibc

/// A lock on a file, or on a folder, that other processes respect, released when its owner lets go
/// of it. A file that was made for it stays: to remove it would let two of them lock two files of the same name.
public struct FileLock: ~Copyable {
  public enum Mode: Sendable {
    /// Nobody else holds it.
    case exclusive
    /// Others may share it.
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

  /// Takes the lock, or is `nil` where someone else holds it.
  public init?(trying path: String, _ mode: Mode = .exclusive) throws(FileError) {
    let descriptor = try FileLock.open(path)
    if retrying({ flock(descriptor.number, mode.operation | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw FileError(path) }
      return nil
    }
    self.descriptor = descriptor
  }
}

extension FileLock.Mode {
  fileprivate var operation: Int32 {
    switch self {
    case .exclusive: LOCK_EX
    case .shared: LOCK_SH
    }
  }
}
