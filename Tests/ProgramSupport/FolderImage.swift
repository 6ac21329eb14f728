import Glibc
import Platform

/// The contents of a folder in memory, to be written elsewhere. That is much cheaper than starting
/// the programs that prepared the folder.
struct FolderImage: Sendable {
  private var folders: [String] = []
  private var files: [(name: String, bytes: [UInt8], permissions: mode_t)] = []

  /// Reads files and folders. Tests prepare no other kinds of file.
  init(of path: String) throws { try collect(path, name: "") }

  private mutating func collect(_ path: String, name: String) throws {
    for entry in try File.list(path) {
      let inside = "\(path)/\(entry)"
      let name = name.isEmpty ? entry : "\(name)/\(entry)"
      if File.isDirectory(inside) {
        folders.append(name)
        try collect(inside, name: name)
      } else {
        var status = stat()
        guard stat(inside, &status) == 0 else { throw FolderImageError(path: inside) }
        files.append((name, try File.read(inside), status.st_mode & 0o7777))
      }
    }
  }

  /// Writes everything into an existing folder.
  func write(to path: String) throws {
    for folder in folders { try File.makeDirectory("\(path)/\(folder)") }
    for file in files {
      let place = "\(path)/\(file.name)"
      let number = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.permissions)
      guard number >= 0 else { throw FolderImageError(path: place) }
      defer { close(number) }
      guard case .done = DescriptorOutput.write(file.bytes, to: number) else {
        throw FolderImageError(path: place)
      }
    }
  }
}

struct FolderImageError: Error {
  var path: String
}
