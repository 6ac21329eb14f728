import Glibc
import Platform
import TestSupport
import Testing

/// What may be in place of a file that the program reads by itself.
enum SpecialFile {
  static let kinds = ["pipe", "endless", "folder", "socket", "huge"]
}

extension Sandbox {
  /// Replaces a file by one that is not regular, or by one that is too large.
  func put(_ kind: String, at path: String) throws {
    let path = "'\(path)'"
    let command =
      switch kind {
      case "pipe": "mkfifo \(path)"
      case "endless": "ln -s /dev/zero \(path)"
      case "folder": "mkdir \(path)"
      case "socket":
        "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \(path)"
      default: "truncate -s 10G \(path)"
      }
    try shell("mkdir -p \"$(dirname \(path))\"; rm -rf \(path); \(command)")
  }
}

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

/// A user without root's permissions. If the tests run as root, the program is run as the user
/// nobody, because permissions do not apply to root.
struct OtherUser {
  static let isAvailable = getuid() != 0 || File.isProgram("/usr/bin/setpriv")
  static let reason = "needs setpriv, because root may write everywhere"

  /// The id of the user, who may be made the owner of files.
  var number: uid_t { getuid() == 0 ? 65_534 : getuid() }

  func command(for program: String, in sandbox: Sandbox) throws -> [String] {
    guard getuid() == 0 else { return [program] }
    // Other users may have no access to the build folder.
    let copy = sandbox.file("program")
    if !File.exists(copy) { try ExecutableFile.write(File.read(program), to: copy) }
    let number = String(number)
    return ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups", copy]
  }
}
