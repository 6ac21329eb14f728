/// A failed operation on a file.
public struct FileError: Error, Hashable {
  public var path: String
  public var code: Errno

  public init(path: String, code: Errno) {
    self.path = path
    self.code = code
  }

  /// Uses the `errno` of the system call that just failed.
  init(_ path: String) {
    self.init(path: path, code: .current)
  }
}
