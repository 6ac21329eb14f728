import CTestSupport
import Platform

/// Writes programs that a test runs.
public enum ExecutableFile {
  /// Writes a file that can be run at once.
  ///
  /// A child that another thread starts meanwhile has all descriptors of this process until it runs
  /// its program. As long as one of them is open for writing, the kernel refuses to run the file.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try File.writeAtomically(bytes, to: path, permissions: 0o755)
    let code = wait_for_writers(path)
    guard code == 0 else { throw FileError(path: path, code: Errno(rawValue: code)) }
  }

  public static func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }
}
