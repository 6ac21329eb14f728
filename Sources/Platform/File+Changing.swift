import Glibc
import Synchronization

extension File {
  /// Puts `bytes` where they belong, durably, so that whoever looks sees all of the old or all of
  /// the new. A link stays a link: what it points to is replaced.
  public static func writeAtomically(
    _ bytes: some Sequence<UInt8>, to path: String, permissions: UInt32 = 0o600
  ) throws(FileError) {
    let target = realPath(path) ?? path
    let folder = directory(of: target)
    // The name is short and not made from the target's, which may be as long as names can be.
    var template = Array("\(folder)/\(unfinishedPrefix)XXXXXX".utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { throw FileError(path) }
    let descriptor = Descriptor(owning: number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    // The lock tells a file that is being written from one whose writer was killed.
    _ = flock(number, LOCK_EX | LOCK_NB)
    do throws(FileError) {
      try fill(descriptor, with: Array(bytes), permissions: permissions, name: path)
      guard rename(template, target) == 0 else { throw FileError(path) }
    } catch {
      unlink(template)
      throw error
    }
    try makeDurable(directory: folder)
  }

  private static let unfinishedPrefix = ".commitdiary-"

  /// Erases what `writeAtomically` has left in a folder whose writer was killed. An empty one may be
  /// about to be locked, and holds nothing.
  public static func eraseUnfinished(in folder: String) throws(FileError) {
    for name in (try? list(folder)) ?? [] where name.hasPrefix(unfinishedPrefix) {
      let path = "\(folder)/\(name)"
      guard isRegular(path), (size(path) ?? 0) > 0,
        let file = try? Descriptor(opening: path, O_RDONLY),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try erase(path)
    }
  }

  /// Writes a file that a person has named. One that is there keeps its permissions, a new one can
  /// be written by its owner only, and read by whom the umask allows; what is no file but takes bytes, as a pipe does, is written
  /// to and stays what it is.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return try writeAtomically(bytes, to: path, permissions: 0o644 & ~umask)
    }
    guard status.st_mode & S_IFMT != S_IFREG else {
      return try writeAtomically(bytes, to: path, permissions: status.st_mode & 0o7777)
    }
    let descriptor = try Descriptor(opening: path, O_WRONLY)
    switch Output.write(bytes, to: descriptor.number) {
    case .done: break
    case .closed: throw FileError(path: path, code: .brokenPipe)
    case .failed(let code): throw FileError(path: path, code: code)
    }
  }

  /// The mask of this process, which can only be read by setting it: by one thread at a time, so that
  /// each puts back what was there.
  private static var umask: mode_t {
    reading.withLock { _ in
      let mask = Glibc.umask(0o077)
      _ = Glibc.umask(mask)
      return mask
    }
  }

  private static let reading = Mutex(())

  private static func fill(
    _ descriptor: borrowing Descriptor, with bytes: [UInt8], permissions: UInt32, name: String
  ) throws(FileError) {
    guard fchmod(descriptor.number, permissions) == 0 else { throw FileError(name) }
    switch Output.write(bytes, to: descriptor.number) {
    case .done: break
    case .closed: throw FileError(path: name, code: .brokenPipe)
    case .failed(let code): throw FileError(path: name, code: code)
    }
    guard fsync(descriptor.number) == 0 else { throw FileError(name) }
  }

  /// Makes what somebody else has written to a file durable, and its name.
  public static func makeDurable(_ path: String) throws(FileError) {
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw FileError(path) }
    try makeDurable(directory: directory(of: path))
  }

  /// A new name is only as durable as the folder that it stands in.
  public static func makeDurable(directory path: String) throws(FileError) {
    let descriptor = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
    // Some file systems have nothing to flush for a folder, and say so with EINVAL.
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw FileError(path) }
  }

  /// Makes an empty file that only its owner can read, durably; one that is there stays as it is.
  public static func create(_ path: String, permissions: UInt32 = 0o600) throws(FileError) {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard number >= 0 else {
      if errno == EEXIST { return }
      throw FileError(path)
    }
    close(number)
    try makeDurable(directory: directory(of: path))
  }

  /// Copies a file to another name, durably.
  public static func copy(
    _ path: String, to other: String, permissions: UInt32 = 0o600
  ) throws(FileError) {
    try OpenFile(path).copy(to: other, permissions: permissions)
  }

  /// Gives a file another name, durably; what had that name before is gone. To another file system
  /// it is copied.
  public static func move(_ path: String, to other: String) throws(FileError) {
    if rename(path, other) != 0 {
      guard errno == EXDEV else { throw FileError(path) }
      try copy(path, to: other)
      try remove(path)
    }
    try makeDurable(directory: directory(of: other))
  }

  /// Makes the folder and those above it that are missing. One that is there keeps its permissions.
  public static func makeDirectory(
    _ path: String, permissions: UInt32 = 0o700
  ) throws(FileError) {
    if mkdir(path, permissions) == 0 { return }
    switch errno {
    case EEXIST where isDirectory(path): return
    case ENOENT where directory(of: path) != path && !path.isEmpty:
      try makeDirectory(directory(of: path), permissions: permissions)
      guard mkdir(path, permissions) == 0 || (errno == EEXIST && isDirectory(path)) else {
        throw FileError(path)
      }
    default: throw FileError(path)
    }
  }

  /// Removes a file, a link, or an empty folder. What is not there is removed already.
  public static func remove(_ path: String) throws(FileError) {
    guard Glibc.remove(path) == 0 || errno == ENOENT else { throw FileError(path) }
  }

  /// Overwrites a file with zeros before it is removed, durably: what was in it is in none of its
  /// blocks any more. Other names of the file lose it too.
  public static func erase(_ path: String) throws(FileError) {
    guard isRegular(path), let size = size(path) else { return try remove(path) }
    let file = try Descriptor(opening: path, O_WRONLY)
    let zeros = [UInt8](repeating: 0, count: min(size, 1 << 20))
    var left = size
    while left > 0 {
      let piece = zeros.prefix(left)
      if case .failed(let code) = Output.write(Array(piece), to: file.number) {
        throw FileError(path: path, code: code)
      }
      left -= piece.count
    }
    guard fsync(file.number) == 0 else { throw FileError(path) }
    try remove(path)
  }

  /// Gives a file a second name.
  public static func link(_ path: String, as other: String) throws(FileError) {
    guard Glibc.link(path, other) == 0 else { throw FileError(other) }
  }

  /// The names in a folder, in order, without `.` and `..`.
  public static func list(_ directory: String) throws(FileError) -> [String] {
    guard let stream = opendir(directory) else { throw FileError(directory) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw FileError(directory) }
        return names.sorted()
      }
      let name = name(of: entry)
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Read in place: the entry is as long as its name, shorter than the type says.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    return String(cString: start.assumingMemoryBound(to: CChar.self))
  }

  /// The folder that a path stands in, by its text alone.
  public static func directory(of path: String) -> String {
    var parts = path[...]
    while parts.count > 1, parts.last == "/" { parts.removeLast() }
    guard let slash = parts.lastIndex(of: "/") else { return "." }
    while slash < parts.endIndex { parts.removeLast() }
    while parts.count > 1, parts.last == "/" { parts.removeLast() }
    return parts.isEmpty ? "/" : String(parts)
  }
}
