import Glibc
import Synchronization

extension File {
  /// Replaces a file with `bytes`, durably. Other programs see either the old contents or the new.
  /// If `path` is a symbolic link, its target is replaced.
  public static func writeAtomically(
    _ bytes: some Sequence<UInt8>, to path: String, permissions: UInt32 = 0o600
  ) throws(FileError) {
    let file = try UnfinishedFile(path, permissions: permissions)
    try file.write(Array(bytes))
    try file.finish()
  }

  public static let unfinishedPrefix = ".commitdiary-"

  /// Erases the temporary files in a folder that belong to killed writers: see `UnfinishedFile`. Empty
  /// files are kept: they contain no data, and their writer may not have locked them yet.
  public static func eraseUnfinished(in folder: String) throws(FileError) {
    for name in try listIfThere(folder) where name.hasPrefix(unfinishedPrefix) {
      let path = "\(folder)/\(name)"
      guard isRegular(path), (size(path) ?? 0) > 0,
        let file = try? Descriptor(opening: path, O_RDONLY),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try erase(path)
    }
  }

  /// Writes a file that the user has named. An existing file keeps its permissions. A new one is
  /// writable by its owner and readable as the umask allows. If the path is a pipe or a device, or
  /// the file has several names, the bytes are written to it.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    guard let status = status(of: path) else {
      return try writeAtomically(bytes, to: path, permissions: 0o644 & ~umask)
    }
    let isRegular = status.kind == S_IFREG
    if isRegular, status.st_nlink == 1 {
      return try writeAtomically(bytes, to: path, permissions: status.st_mode & 0o7777)
    }
    let descriptor = try Descriptor(opening: path, O_WRONLY)
    try descriptor.write(bytes, to: path)
    guard isRegular else { return }
    guard ftruncate(descriptor.number, off_t(bytes.count)) == 0, fsync(descriptor.number) == 0
    else { throw FileError(path) }
  }

  /// The umask of this process. It can be read only by setting it, so the lock makes sure that each
  /// thread restores the right value.
  private static var umask: mode_t {
    umaskLock.withLock { _ in
      let mask = Glibc.umask(0o077)
      _ = Glibc.umask(mask)
      return mask
    }
  }

  private static let umaskLock = Mutex(())

  /// Flushes a file that was written elsewhere, SQLite for example, and its name.
  public static func makeDurable(_ path: String) throws(FileError) {
    let descriptor = try Descriptor(opening: path, O_RDONLY)
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw FileError(path) }
    try makeDurable(directory: directory(of: path))
  }

  /// Flushes a folder, and so the names in it.
  public static func makeDurable(directory path: String) throws(FileError) {
    let descriptor = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY)
    // Some file systems cannot flush a folder and return `EINVAL`.
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw FileError(path) }
  }

  /// Creates an empty file that only its owner can read, durably; an existing file is not changed.
  public static func create(_ path: String) throws(FileError) {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
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

  /// Renames a file, durably, and replaces a file of the new name. It is copied if the new name is
  /// on another file system.
  public static func move(_ path: String, to other: String) throws(FileError) {
    if rename(path, other) != 0 {
      guard errno == EXDEV else { throw FileError(path) }
      try copy(path, to: other)
      try remove(path)
    }
    try makeDurable(directory: directory(of: other))
  }

  /// Creates a folder and its missing parents. An existing folder keeps its permissions.
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

  /// Removes a file, a link, or an empty folder. A missing file is not an error.
  public static func remove(_ path: String) throws(FileError) {
    guard Glibc.remove(path) == 0 || errno == ENOENT else { throw FileError(path) }
  }

  /// Removes a folder if it is empty.
  public static func removeEmptyDirectory(_ path: String) { _ = rmdir(path) }

  /// Overwrites a file with zeros, durably, and then removes it. Hard links to the file are
  /// overwritten too.
  public static func erase(_ path: String) throws(FileError) {
    guard isRegular(path), let size = size(path) else { return try remove(path) }
    let file = try Descriptor(opening: path, O_WRONLY)
    let zeros = [UInt8](repeating: 0, count: min(size, 1 << 20))
    var left = size
    while left > 0 {
      let piece = zeros.prefix(left)
      try file.write(Array(piece), to: path)
      left -= piece.count
    }
    guard fsync(file.number) == 0 else { throw FileError(path) }
    try remove(path)
  }

  /// Erases all files in a folder, and removes it. Symbolic links are removed, not followed.
  public static func eraseFolder(_ path: String) throws(FileError) {
    try removeFolder(path) { (file) throws(FileError) in
      // Git's objects cannot be written.
      _ = chmod(file, 0o600)
      try erase(file)
    }
  }

  /// Removes a folder with its contents. Links are removed, and not what they refer to.
  public static func removeFolder(_ path: String) throws(FileError) {
    try removeFolder(path) { (file) throws(FileError) in try remove(file) }
  }

  private static func removeFolder(
    _ path: String, removing removeFile: (String) throws(FileError) -> Void
  ) throws(FileError) {
    for name in try listIfThere(path) {
      let file = "\(path)/\(name)"
      switch status(of: file, followsLinks: false)?.kind {
      case nil: continue
      case S_IFDIR: try removeFolder(file, removing: removeFile)
      case S_IFREG: try removeFile(file)
      default: try remove(file)
      }
    }
    try remove(path)
  }

  /// Creates a hard link to a file.
  public static func link(_ path: String, as other: String) throws(FileError) {
    guard Glibc.link(path, other) == 0 else { throw FileError(other) }
  }

  /// Creates a symbolic link, whether or not there is something at its target.
  public static func makeSymbolicLink(_ path: String, to target: String) throws(FileError) {
    guard symlink(target, path) == 0 else { throw FileError(path) }
  }

  /// The parent folder of a path, computed from its text alone.
  public static func directory(of path: String) -> String {
    var parts = path[...]
    while parts.count > 1, parts.last == "/" { parts.removeLast() }
    guard let slash = parts.lastIndex(of: "/") else { return "." }
    while slash < parts.endIndex { parts.removeLast() }
    while parts.count > 1, parts.last == "/" { parts.removeLast() }
    return parts.isEmpty ? "/" : String(parts)
  }
}
