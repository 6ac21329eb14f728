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
    guard let status = File.status(of: path) else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
    isDirectory = status.kind == S_IFDIR
  }
}

extension File {
  static func status(of path: String, followsLinks: Bool = true) -> stat? {
    var status = stat()
    let code = followsLinks ? stat(path, &status) : lstat(path, &status)
    return code == 0 ? status : nil
  }

  static func status(of descriptor: borrowing Descriptor) -> stat? {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? status : nil
  }
}

extension stat {
  /// The kind of the file, such as `S_IFREG`.
  var kind: mode_t { st_mode & S_IFMT }
}

extension timespec {
  /// In nanoseconds since 1970.
  var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
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
    try contents(of: directory).map { name, type in
      FolderEntry(name: name, kind: kind(type) ?? kind(of: "\(directory)/\(name)") ?? .other)
    }.sorted { $0.name < $1.name }
  }

  /// `nil` if the file system does not report kinds.
  private static func kind(_ type: UInt8) -> FolderEntry.Kind? {
    switch Int(type) {
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// The kind of a path itself: of a symbolic link, not of its target. `nil` if the path does not
  /// exist.
  public static func kind(of path: String) -> FolderEntry.Kind? {
    status(of: path, followsLinks: false).map { status in
      switch status.kind {
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    }
  }

  /// The names in a folder, sorted, without `.` and `..`.
  public static func list(_ directory: String) throws(FileError) -> [String] {
    try contents(of: directory).map(\.name).sorted()
  }

  /// The names in a folder; none if there is no such folder.
  public static func listIfThere(_ directory: String) throws(FileError) -> [String] {
    do throws(FileError) {
      return try list(directory)
    } catch {
      guard error.code == .notFound else { throw error }
      return []
    }
  }

  private static func contents(
    of directory: String
  ) throws(FileError) -> [(name: String, type: UInt8)] {
    guard let stream = opendir(directory) else { throw FileError(directory) }
    defer { closedir(stream) }
    var contents: [(name: String, type: UInt8)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw FileError(directory) }
        return contents
      }
      // Read in place: the entry is only as long as its name, and so shorter than `dirent`.
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { contents.append((name, entry.pointee.d_type)) }
    }
  }
}

/// The folders at which file systems are mounted.
public enum MountPoint {
  /// The folder at which the file system with this absolute path is mounted. No file system is asked,
  /// because one that does not respond would block this thread.
  public static func of(_ path: String) -> String { find(path).folder }

  /// The same folder, with the type of the file system.
  static func find(_ path: String) -> (folder: String, type: String) {
    find(path, in: (try? File.read("/proc/self/mountinfo", limit: 16 << 20)) ?? [])
  }

  static func find(_ path: String, in table: [UInt8]) -> (folder: String, type: String) {
    var found = (folder: "/", type: "unknown")
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      // A hyphen ends the optional fields.
      guard let end = fields.dropFirst(6).firstIndex(of: [UInt8(ascii: "-")]),
        end + 1 < fields.count
      else { continue }
      let point = unescaped(fields[4])
      guard point == "/" || path == point || path.hasPrefix(point + "/") else { continue }
      // Of two at one place, the later one is visible.
      if point.utf8.count >= found.folder.utf8.count {
        found = (point, String(decoding: fields[end + 1], as: UTF8.self))
      }
    }
    return found
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
