import Glibc

/// Files and folders by their paths.
public enum File {
  /// Reads a whole file; throws `tooBig` if it has more than `limit` bytes.
  public static func read(
    _ path: String, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    let size = status(of: descriptor).map { Int($0.st_size) } ?? 0
    return try read(descriptor.number, limit: limit, expecting: size, name: path)
  }

  /// Reads an open file, such as standard input, to its end. The path of its errors is `-`.
  public static func readAll(
    _ descriptor: Int32, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    try read(descriptor, limit: limit, expecting: 0, name: "-")
  }

  /// - Parameter size: The expected size. It is 0 if unknown, as for pipes and files in `/proc`.
  static func read(
    _ descriptor: Int32, limit: Int, expecting size: Int, name: String
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit))
    // One byte more than expected, so that the second read finds the end of the file.
    let chunk = min(max(size + 1, 16_384), 1 << 20)
    while true {
      let piece = readSome(descriptor, atMost: chunk)
      guard let piece else { throw FileError(name) }
      if piece.isEmpty { return bytes }
      guard piece.count <= limit - bytes.count else {
        throw FileError(path: name, code: .tooBig)
      }
      bytes.append(contentsOf: piece)
    }
  }

  /// The bytes of one read: empty at the end of the file, `nil` if the read failed.
  ///
  /// - Parameter offset: Where to read; `nil` to continue where the last read ended.
  static func readSome(
    _ descriptor: Int32, atMost count: Int, at offset: off_t? = nil
  ) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = retrying {
        guard let offset else { return Glibc.read(descriptor, buffer.baseAddress, count) }
        return pread(descriptor, buffer.baseAddress, count, offset)
      }
      failed = got < 0
      filled = max(got, 0)
    }
    return failed ? nil : bytes
  }

  /// Whether the path exists; `false` for a dangling symbolic link.
  public static func exists(_ path: String) -> Bool { status(of: path) != nil }

  public static func isDirectory(_ path: String) -> Bool { status(of: path)?.kind == S_IFDIR }

  /// Whether the path is a regular file that this user may execute.
  public static func isProgram(_ path: String) -> Bool {
    isRegular(path) && access(path, X_OK) == 0
  }

  /// Whether this user may write to the file or folder.
  public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  public static func isRegular(_ path: String) -> Bool { status(of: path)?.kind == S_IFREG }

  /// Whether the path exists and is not a regular file, but a folder, a pipe, a socket or a device.
  public static func isSpecial(_ path: String) -> Bool {
    status(of: path).map { $0.kind != S_IFREG } ?? false
  }

  /// The size in bytes, or `nil` if the path does not exist.
  public static func size(_ path: String) -> Int? { status(of: path).map { Int($0.st_size) } }

  /// The permission bits for owner, group and others.
  public static func permissions(_ path: String) -> UInt32? {
    status(of: path).map { $0.st_mode & 0o7777 }
  }

  /// The time of the last change of the contents, in nanoseconds since 1970.
  public static func modified(_ path: String) -> Int64? {
    status(of: path)?.st_mtim.nanoseconds
  }

  /// How long ago the contents changed; `nil` if the path does not exist.
  public static func secondsSinceChange(of path: String) -> Int64? {
    modified(path).map { Int64(time(nil)) - $0 / 1_000_000_000 }
  }

  /// The absolute path without links, `.` and `..`; `nil` if the path does not exist.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The real path. For a dangling symbolic link, this is the path of its missing target; any other
  /// missing path is returned as it is.
  public static func followingLinks(_ path: String) -> String {
    var path = path
    // Linux follows at most 40 links too.
    for _ in 1...40 {
      if let real = realPath(path) { return real }
      guard let target = linkTarget(path) else { return path }
      path = target.hasPrefix("/") ? target : "\(directory(of: path))/\(target)"
    }
    return path
  }

  /// Whether the path is a symbolic link.
  public static func isLink(_ path: String) -> Bool { linkTarget(path) != nil }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Replaces a leading `~` with `HOME`, for paths that no shell has expanded.
  public static func expandingHome(_ path: String, environment: Environment) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment.nonEmpty("HOME") else {
      return path
    }
    return home + path.dropFirst()
  }

  /// The working directory of this process.
  public static func currentDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}

/// A failed operation on a file.
public struct FileError: Error, Hashable {
  public var path: String
  public var code: Errno

  public init(path: String, code: Errno) {
    self.path = path
    self.code = code
  }

  /// Uses the `errno` of the system call that just failed.
  init(_ path: String) {
    self.init(path: path, code: .current)
  }
}

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
    guard let status = status(of: path, followsLinks: followsLinks) else { return false }
    switch status.kind {
    case S_IFIFO, S_IFSOCK, S_IFBLK: return true
    case S_IFCHR: return status.st_rdev != null
    default: return false
    }
  }

  /// Whether the path is that of an open pipe, such as `/dev/fd/63` or `/dev/stdin`. A FIFO is none:
  /// it has a name, and opening it waits until another program writes to it.
  public static func isUnnamedPipe(_ path: String) -> Bool {
    // The link in `/proc` leads to `pipe:[1234]`, where no file is.
    status(of: path)?.kind == S_IFIFO && realPath(path) == nil
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
    guard status.kind == S_IFREG else { throw FileError(path: path, code: .invalid) }
    return descriptor
  }
}
