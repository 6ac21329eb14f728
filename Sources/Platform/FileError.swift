/// What could not be done to which file, and why.
public struct FileError: Error, Hashable {
  public var path: String
  public var code: Errno

  public init(path: String, code: Errno) {
    self.path = path
    self.code = code
  }

  /// The failure of the system call before this.
  init(_ path: String) {
    self.init(path: path, code: .current)
  }
}
