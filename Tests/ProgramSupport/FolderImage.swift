import Glibc
import Platform

/// All that is in a folder, kept in memory, to be laid out again elsewhere. To lay out a prepared
/// home is much cheaper than to start the programs that prepared it.
struct FolderImage: Sendable {
  private var folders: [String] = []
  private var files: [(name: String, bytes: [UInt8], permissions: mode_t)] = []

  /// Takes plain files and folders; there are no others in what tests prepare.
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

  /// Puts everything into a folder that is there.
  func write(to path: String) throws {
    for folder in folders { try File.makeDirectory("\(path)/\(folder)") }
    for file in files {
      let place = "\(path)/\(file.name)"
      let number = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.permissions)
      guard number >= 0 else { throw FolderImageError(path: place) }
      defer { close(number) }
      guard case .done = Output.write(file.bytes, to: number) else {
        throw FolderImageError(path: place)
      }
    }
  }
}

struct FolderImageError: Error {
  var path: String
}
