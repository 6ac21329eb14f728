import Glibc

extension File {
  /// All of a regular file. What is none is not waited for: a FIFO would block until somebody
  /// writes to it, and a device may never end.
  ///
  /// The error is `invalid` where `path` is no regular file, and `tooBig` where it has more than
  /// `limit` bytes.
  public static func readRegular(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try regular(path)
    let size = status(of: descriptor).map { Int($0.st_size) } ?? 0
    guard size <= limit else { throw FileError(path: path, code: .tooBig) }
    return try read(descriptor.number, limit: limit, expecting: size, name: path)
  }

  /// The device number of `/dev/null`, which is empty and always at its end.
  private static let null: dev_t = 0x103

  /// Whether it is a FIFO, a socket or a device: something to read from that may never come to an
  /// end.
  ///
  /// - Parameter followsLinks: whether a link is what it leads to. Otherwise it is none of these.
  public static func isEndless(_ path: String, followsLinks: Bool = true) -> Bool {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK, S_IFBLK: return true
    case S_IFCHR: return status.st_rdev != null
    default: return false
    }
  }

  /// Opens a file to read it, if it is a regular one.
  private static func regular(_ path: String) throws(FileError) -> Descriptor {
    // A device must be neither waited for nor become the terminal of this process.
    let number = retrying { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard number >= 0 else {
      // A socket cannot be opened at all.
      throw FileError(path: path, code: errno == ENXIO ? .invalid : .current)
    }
    let descriptor = Descriptor(owning: number)
    guard let status = status(of: descriptor) else { throw FileError(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: .invalid) }
    return descriptor
  }
}
