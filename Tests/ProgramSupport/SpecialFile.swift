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
