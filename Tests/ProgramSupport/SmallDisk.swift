import Glibc
import Platform
import TestSupport
import Testing

/// A temporary file system with little space.
final class SmallDisk {
  static let isAvailable = getuid() == 0 && (try? SmallDisk(kilobytes: 64)) != nil
  static let reason = "needs the right to mount a file system"

  let path: String
  private static let environment = Environment(["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])

  init(kilobytes: Int) throws {
    path = "\(TemporaryFolder.parent)/commitdiary-disk-\(UInt64.random(in: 0 ... .max))"
    try File.makeDirectory(path)
    let options = "size=\(kilobytes)k"
    guard
      try Child.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", path], environment: Self.environment
      ).status.isSuccess
    else {
      try File.remove(path)
      throw CannotMount()
    }
  }

  deinit {
    // `-l` unmounts it even if files are still open.
    _ = try? Child.run(["umount", "-l", path], environment: Self.environment)
    try? File.remove(path)
  }

  /// Fills the file system, except for `kilobytes`.
  func fill(leaving kilobytes: Int) throws {
    let script = """
      cat /dev/zero > '\(path)/ballast' 2>/dev/null
      size=$(stat -c %s '\(path)/ballast')
      truncate -s $((size - \(kilobytes) * 1024)) '\(path)/ballast'
      """
    _ = try Child.run(["sh", "-c", script], environment: Self.environment)
  }

  /// Frees the space again.
  func empty() throws { try File.remove(path + "/ballast") }
}

private struct CannotMount: Error {}
