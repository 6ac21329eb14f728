import Platform

/// The program under test: the release binary.
enum Program {
  /// `COMMITDIARY_BINARY`, else the release build of this package.
  static func path() throws(ProgramMissing) -> String {
    let path = Environment.current.nonEmpty("COMMITDIARY_BINARY") ?? built
    guard File.isProgram(path) else { throw ProgramMissing(path: path) }
    return path
  }

  private static let built = root + "/.build/program/release/commitdiary"

  /// The folder of the package; this file is in its `Tests/ProgramSupport`.
  private static let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
}

struct ProgramMissing: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "There is no program at \(path). Run scripts/test, which builds the release first, or set "
      + "COMMITDIARY_BINARY."
  }
}
