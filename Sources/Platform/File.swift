import Glibc

/// Files and folders by their paths.
public enum File {
  /// All of a file, or `tooBig` where there is more than `limit`.
  public static func read(
    _ path: String, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    let size = status(of: descriptor).map { Int($0.st_size) } ?? 0
    return try read(descriptor.number, limit: limit, expecting: size, name: path)
  }

  /// The first bytes of a file, as many as there are.
  public static func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    guard let bytes = readSome(descriptor.number, atMost: count) else { throw FileError(path) }
    return bytes
  }

  /// All that still comes from an open file, such as standard input. The error's path is `-`.
  public static func readAll(
    _ descriptor: Int32, limit: Int = .max
  ) throws(FileError) -> [UInt8] {
    try read(descriptor, limit: limit, expecting: 0, name: "-")
  }

  /// A size of nought says nothing: pipes and the files of `/proc` have it too.
  static func read(
    _ descriptor: Int32, limit: Int, expecting size: Int, name: String
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit))
    // One more than the file is thought to have, so that its end is seen in the second read.
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

  /// What one read gives: nothing at the end, `nil` where it fails.
  static func readSome(_ descriptor: Int32, atMost count: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = retrying { Glibc.read(descriptor, buffer.baseAddress, count) }
      failed = got < 0
      filled = max(got, 0)
    }
    return failed ? nil : bytes
  }

  static func status(of descriptor: borrowing Descriptor) -> stat? {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? status : nil
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Whether something is there; a link to nowhere is not.
  public static func exists(_ path: String) -> Bool { status(path) != nil }

  public static func isDirectory(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether it is a plain file that this user may run.
  public static func isProgram(_ path: String) -> Bool {
    isRegular(path) && access(path, X_OK) == 0
  }

  public static func isRegular(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
  }

  /// Whether something is there that is no plain file: a folder, a pipe, a socket or a device.
  public static func isSpecial(_ path: String) -> Bool {
    status(path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
  }

  /// In bytes, or `nil` where nothing is there.
  public static func size(_ path: String) -> Int? {
    status(path).map { Int($0.st_size) }
  }

  /// Read, write and execute, for owner, group and others.
  public static func permissions(_ path: String) -> UInt32? {
    status(path).map { $0.st_mode & 0o7777 }
  }

  /// When its bytes were last changed, by the nanosecond since 1970.
  public static func modified(_ path: String) -> Int64? {
    status(path).map { Int64($0.st_mtim.tv_sec) * 1_000_000_000 + Int64($0.st_mtim.tv_nsec) }
  }

  /// The path without links, `.` and `..`, from the root; `nil` where nothing is there.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The real path; of a link to nowhere, where it leads. Any other path to nothing stays as it is.
  public static func followingLinks(_ path: String) -> String {
    var path = path
    // As many links as Linux itself follows.
    for _ in 1...40 {
      if let real = realPath(path) { return real }
      guard let target = linkTarget(path) else { return path }
      path = target.hasPrefix("/") ? target : "\(directory(of: path))/\(target)"
    }
    return path
  }

  private static func linkTarget(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// `~/x` with the folder that `HOME` names, for where no shell has done it.
  public static func expandingHome(_ path: String, environment: Environment) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment.nonEmpty("HOME") else {
      return path
    }
    return home + path.dropFirst()
  }

  /// The folder that this process works in.
  public static func currentDirectory() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
