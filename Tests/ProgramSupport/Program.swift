import Platform
import Testing

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
  static let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
}

struct ProgramMissing: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "There is no program at \(path). Run scripts/test, or set COMMITDIARY_BINARY."
  }
}

/// The program with its completions and manual, installed by `scripts/install` into a folder of the
/// sandbox.
struct Installation {
  let sandbox: Sandbox
  let prefix: String

  init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    prefix = sandbox.file("prefix")
    try File.makeDirectory(prefix)
    try Self.installed.get().write(to: prefix)
  }

  /// What `scripts/install` installs. Without optimization it takes seconds to make the manual pages.
  private static let installed = Result { () throws -> FolderImage in
    let sandbox = try Sandbox(clone: nil)
    let prefix = sandbox.file("prefix")
    let outcome = try run([prefix], in: sandbox)
    try outcome.success()
    return try FolderImage(of: prefix)
  }

  /// Installs over what is installed.
  func installAgain() throws -> Outcome { try Self.run([prefix], in: sandbox) }

  func remove() throws -> Outcome { try Self.run(["--remove", prefix], in: sandbox) }

  /// The variables with which shells find the installed files.
  var environment: [String: String] {
    [
      "PATH": "\(prefix)/bin:/usr/bin:/bin", "prefix": prefix, "LC_ALL": "C.UTF-8",
      "XDG_DATA_DIRS": "\(prefix)/share:/usr/share",
    ]
  }

  private static func run(_ words: [String], in sandbox: Sandbox) throws -> Outcome {
    // The binary under test is installed without a build. A build would wait for the lock of the
    // test build, which waits for this test.
    let variables = ["COMMITDIARY_BINARY": sandbox.program]
    return Outcome(
      try Child.run(
        [Program.root + "/scripts/install"] + words, in: sandbox.directory,
        environment: sandbox.environment.adding(variables), deadline: Sandbox.timeout))
  }
}

/// The parts of a 64-bit Linux program that the loader reads.
struct ELFFile {
  private let bytes: [UInt8]

  init(_ path: String) throws { bytes = try File.read(path) }

  var isELF64: Bool { bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) }

  /// The types of the sections. 2 is a symbol table, which only debuggers need.
  var sectionKinds: [UInt32] {
    let start = Int(number(at: 0x28) as UInt64)
    let size = Int(number(at: 0x3A) as UInt16)
    let count = Int(number(at: 0x3C) as UInt16)
    return (0..<count).map { number(at: start + $0 * size + 4) }
  }

  /// The tags of the dynamic section. 15 and 29 are search paths for libraries.
  var dynamicTags: [UInt64] {
    let start = Int(number(at: 0x20) as UInt64)
    let size = Int(number(at: 0x36) as UInt16)
    let count = Int(number(at: 0x38) as UInt16)
    let headers = (0..<count).map { start + $0 * size }
    guard let header = headers.first(where: { (number(at: $0) as UInt32) == 2 }) else { return [] }
    let offset = Int(number(at: header + 8) as UInt64)
    let length = Int(number(at: header + 32) as UInt64)
    return stride(from: offset, to: offset + length, by: 16).map { number(at: $0) }
  }

  private func number<Number: FixedWidthInteger>(at place: Int) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}
