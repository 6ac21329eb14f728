import CPlatform
import Glibc

/// A file that is written in parts, and then takes its place as a whole. Until then, other programs see
/// the old file or none. A pipe or a device gets the parts as they come.
public final class UnfinishedFile {
  fileprivate let path: String
  private let target: String
  /// Empty for a pipe or a device.
  private let unfinished: [CChar]
  fileprivate let descriptor: Descriptor
  private var isFinished: Bool

  /// - Parameter path: the file to write. A symbolic link stays one.
  public init(_ path: String, permissions: UInt32 = 0o600) throws(FileError) {
    let target = File.realPath(path) ?? path
    let (number, unfinished) = try Self.open(path, target, permissions)
    descriptor = Descriptor(owning: number)
    self.path = path
    self.target = target
    self.unfinished = unfinished
    isFinished = unfinished.isEmpty
  }

  private static func open(
    _ path: String, _ target: String, _ permissions: UInt32
  ) throws(FileError) -> (number: Int32, unfinished: [CChar]) {
    if File.isSpecial(target), !File.isDirectory(target) {
      let number = retrying { Glibc.open(target, O_WRONLY | O_CLOEXEC) }
      guard number >= 0 else { throw FileError(path) }
      return (number, [])
    }
    // A short name that does not contain the target's, which may be as long as names can be.
    let folder = File.directory(of: target)
    var template = Array("\(folder)/\(File.unfinishedPrefix)XXXXXX".utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { throw FileError(path) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    // The lock distinguishes a file that is being written from one whose writer was killed.
    _ = flock(number, LOCK_EX | LOCK_NB)
    guard fchmod(number, permissions) == 0 else {
      let error = FileError(path)
      unlink(template)
      close(number)
      throw error
    }
    return (number, template)
  }

  deinit {
    if !isFinished { unlink(unfinished) }
  }

  public func write(_ bytes: [UInt8]) throws(FileError) {
    try descriptor.write(bytes, to: path)
  }

  /// Puts the file in its place, durably.
  public func finish() throws(FileError) {
    if unfinished.isEmpty { return }
    guard fsync(descriptor.number) == 0 else { throw FileError(path) }
    try File.makeDurable(directory: place())
  }

  /// Puts the file in its place, and returns the folder, which has to be made durable.
  fileprivate func place() throws(FileError) -> String {
    if unfinished.isEmpty { return File.directory(of: path) }
    guard rename(unfinished, target) == 0 else { throw FileError(path) }
    isFinished = true
    return File.directory(of: target)
  }
}

extension File {
  /// Writes files into folders, which are created. Each file takes its place as a whole. They are made
  /// durable together: for thousands of files, an `fsync` for each would take a minute.
  public static func writeAtomically(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    var folders: Set<String> = []
    var rest = files[...]
    while !rest.isEmpty {
      var written: [UnfinishedFile] = []
      for file in rest.prefix(filesAtOnce) {
        try makeDirectory(directory(of: file.path))
        let unfinished = try UnfinishedFile(file.path)
        try unfinished.write(file.bytes)
        written.append(unfinished)
      }
      // Everything in the file systems becomes durable.
      var devices: Set<dev_t> = []
      for file in written {
        guard let status = status(of: file.descriptor),
          !devices.insert(status.st_dev).inserted || syncfs(file.descriptor.number) == 0
        else { throw FileError(file.path) }
      }
      for file in written { folders.insert(try file.place()) }
      rest = rest.dropFirst(filesAtOnce)
    }
    for folder in folders { try makeDurable(directory: folder) }
  }

  /// The number of files that are open at once.
  private static let filesAtOnce = 200
}
