import Platform

/// The program under test.
enum Program {
  /// `COMMITDIARY_BINARY`, else the program that was built with the tests.
  static func path() throws(ProgramMissing) -> String {
    let path = Environment.current.nonEmpty("COMMITDIARY_BINARY") ?? built
    guard File.isProgram(path) else { throw ProgramMissing(path: path) }
    return path
  }

  /// Whether it is another program than that of the tests' build: one that is linked as users get it.
  static var isRelease: Bool { (try? path()) != built }

  static let releaseHint = "only of the release binary: scripts/test --release"

  private static let built = root + "/.build/debug/commitdiary"

  /// The folder of the package; this file is in its `Tests/ProgramSupport`.
  private static let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
}

struct ProgramMissing: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "There is no program at \(path). Run scripts/test, or set COMMITDIARY_BINARY."
  }
}
