import Glibc

extension File {
  /// Appends bytes to a regular file with one write, while the file is locked. A missing file is
  /// created.
  ///
  /// Throws `tooBig` if the file would have more than `limit` bytes, `again` if the lock is not free
  /// within 100 ms, and `invalid` if `path` is not a regular file. The file is then unchanged.
  public static func append(
    _ bytes: [UInt8], to path: String, limit: Int
  ) throws(FileError) {
    let end = ContinuousClock.now + .milliseconds(100)
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
    guard status(of: file)?.kind == S_IFREG else { throw FileError(path: path, code: .invalid) }
    guard try file.lock(LOCK_EX | LOCK_NB, path), let open = status(of: file),
      let named = status(of: path), open.st_ino == named.st_ino, open.st_dev == named.st_dev
    else { return false }
    try append(bytes, to: file, limit: limit, path)
    // The lock is held as long as the file is open.
    _ = consume file
    return true
  }

  private static func append(
    _ bytes: [UInt8], to file: borrowing Descriptor, limit: Int, _ path: String
  ) throws(FileError) {
    guard let status = status(of: file) else { throw FileError(path) }
    let number = file.number
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
}
