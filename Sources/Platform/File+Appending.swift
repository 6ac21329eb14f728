import Glibc

extension File {
  /// Appends bytes to a regular file with one write, while the file is locked. A missing file is
  /// created.
  ///
  /// Throws `tooBig` if the file would have more than `limit` bytes, `again` if the lock is not free
  /// within `wait`, and `invalid` if `path` is not a regular file. The file is then unchanged.
  public static func append(
    _ bytes: [UInt8], to path: String, limit: Int, wait: Duration = .milliseconds(100)
  ) throws(FileError) {
    let end = ContinuousClock.now + wait
    while try !appendIfFree(bytes, to: path, limit: limit) {
      guard ContinuousClock.now < end else { throw FileError(path: path, code: .again) }
      Pause.milliseconds(2)
    }
  }

  /// - Returns: `false` if another process holds the lock, or has replaced the file.
  private static func appendIfFree(
    _ bytes: [UInt8], to path: String, limit: Int
  ) throws(FileError) -> Bool {
    let file = try Descriptor(
      opening: path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    let number = file.number
    guard isRegular(number) else { throw FileError(path: path, code: .invalid) }
    if retrying({ flock(number, LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw FileError(path) }
      return false
    }
    guard isFile(number, at: path) else { return false }
    try append(bytes, to: number, limit: limit, path)
    // The lock is held as long as the file is open.
    _ = consume file
    return true
  }

  private static func isRegular(_ number: Int32) -> Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isFile(_ number: Int32, at path: String) -> Bool {
    var open = stat()
    var named = stat()
    guard fstat(number, &open) == 0, stat(path, &named) == 0 else { return false }
    return open.st_ino == named.st_ino && open.st_dev == named.st_dev
  }

  private static func append(
    _ bytes: [UInt8], to number: Int32, limit: Int, _ path: String
  ) throws(FileError) {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw FileError(path) }
    let size = Int(status.st_size)
    guard size + bytes.count <= limit else { throw FileError(path: path, code: .tooBig) }
    let written = bytes.withUnsafeBytes { bytes in
      retrying { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }
    guard written != bytes.count else { return }
    let error = written < 0 ? FileError(path) : FileError(path: path, code: .diskFull)
    // A part of the bytes would be of no use to the reader.
    if written > 0 { _ = ftruncate(number, off_t(size)) }
    throw error
  }

  /// The kind of a path itself: of a symbolic link, not of its target. `nil` if the path does not
  /// exist.
  public static func kind(of path: String) -> FolderEntry.Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Removes a folder if it is empty.
  public static func removeEmptyDirectory(_ path: String) { _ = rmdir(path) }
}
