import Platform

/// The program under test: the release binary, as a person runs it.
enum Program {
  /// `COMMITDIARY_BINARY`, else what the release build of this package has left.
  static func path() throws(ProgramMissing) -> String {
    let path = Environment.current.nonEmpty("COMMITDIARY_BINARY") ?? built
    guard File.isProgram(path) else { throw ProgramMissing(path: path) }
    return path
  }

  private static let built = root + "/.build/release/commitdiary"

  /// The folder of the package: this file lies in `Tests/ProgramSupport` of it.
  private static let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
}

struct ProgramMissing: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "There is no program at \(path). Run scripts/test, which builds the release first, or set "
      + "COMMITDIARY_BINARY."
  }
}
