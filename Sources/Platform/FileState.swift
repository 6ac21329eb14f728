import Glibc

/// The state of a file or folder, which changes whenever its contents do.
public struct FileState: Hashable, Sendable {
  public var device: UInt64
  public var inode: UInt64
  public var size: Int64
  /// The time of the last change of the contents, in nanoseconds since 1970.
  public var modified: Int64
  /// The time of the last change of the contents or of the attributes.
  public var changed: Int64
  public var isDirectory: Bool

  /// The state of the target of a link; `nil` if the path does not exist or cannot be read.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A name in a folder.
public struct FolderEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case folder, link, other
  }

  public var name: String
  public var kind: Kind
}

extension File {
  /// The entries of a folder, sorted by name, without `.` and `..`. Their kinds come from the folder
  /// itself, so that most entries need no further system call.
  public static func entries(of directory: String) throws(FileError) -> [FolderEntry] {
    guard let stream = opendir(directory) else { throw FileError(directory) }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw FileError(directory) }
        return entries.sorted { $0.name < $1.name }
      }
      let name = name(of: entry)
      if name == "." || name == ".." { continue }
      entries.append(
        FolderEntry(name: name, kind: kind(entry.pointee.d_type, of: "\(directory)/\(name)")))
    }
  }

  private static func kind(_ type: UInt8, of path: @autoclosure () -> String) -> FolderEntry.Kind {
    switch Int(type) {
    case Int(DT_DIR): return .folder
    case Int(DT_LNK): return .link
    case Int(DT_UNKNOWN):
      // Some file systems do not report kinds.
      var status = stat()
      guard lstat(path(), &status) == 0 else { return .other }
      if status.st_mode & S_IFMT == S_IFLNK { return .link }
      return status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
    default: return .other
    }
  }
}

/// The folders at which file systems are mounted.
public enum MountPoint {
  /// The folder at which the file system with this absolute path is mounted. No file system is asked,
  /// because one that does not respond would block this thread.
  public static func of(_ path: String) -> String {
    of(path, in: (try? File.read("/proc/self/mountinfo", limit: 16 << 20)) ?? [])
  }

  static func of(_ path: String, in table: [UInt8]) -> String {
    var longest = "/"
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count == 6 else { continue }
      let point = unescaped(fields[4])
      if path == point || path.hasPrefix(point + "/"), point.utf8.count > longest.utf8.count {
        longest = point
      }
    }
    return longest
  }

  /// Spaces, tabs, newlines and backslashes are written as three octal digits.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"),
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
