import Glibc

extension File {
  /// Reads a whole regular file. Other files are not opened for reading: a FIFO blocks until it has
  /// a writer, and a device may never end.
  ///
  /// Throws `invalid` if `path` is not a regular file, and `tooBig` if it has more than `limit`
  /// bytes.
  public static func readRegular(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = try regular(path)
    let size = status(of: descriptor).map { Int($0.st_size) } ?? 0
    guard size <= limit else { throw FileError(path: path, code: .tooBig) }
    return try read(descriptor.number, limit: limit, expecting: size, name: path)
  }

  /// The device number of `/dev/null`, which is empty and always at its end.
  private static let null: dev_t = 0x103

  /// Whether the path is a FIFO, a socket or a device, so that reading from it may never end.
  ///
  /// - Parameter followsLinks: Whether the target of a symbolic link is checked. If not, the result
  ///   for a link is `false`.
  public static func isEndless(_ path: String, followsLinks: Bool = true) -> Bool {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK, S_IFBLK: return true
    case S_IFCHR: return status.st_rdev != null
    default: return false
    }
  }

  /// Whether the path is that of an open pipe, such as `/dev/fd/63` or `/dev/stdin`. A FIFO is none:
  /// it has a name, and opening it waits until another program writes to it.
  public static func isUnnamedPipe(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    // The link in `/proc` leads to `pipe:[1234]`, where no file is.
    return realPath(path) == nil
  }

  /// Opens a file to read it, if it is a regular one.
  private static func regular(_ path: String) throws(FileError) -> Descriptor {
    // Opening a device must neither block nor make it the controlling terminal of this process.
    let number = retrying { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard number >= 0 else {
      // Opening a socket always fails with `ENXIO`.
      throw FileError(path: path, code: errno == ENXIO ? .invalid : .current)
    }
    let descriptor = Descriptor(owning: number)
    guard let status = status(of: descriptor) else { throw FileError(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, code: .invalid) }
    return descriptor
  }
}
