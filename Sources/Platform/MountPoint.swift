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
