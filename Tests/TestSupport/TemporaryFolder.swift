import Glibc
import Platform

/// A temporary folder for a test, removed with its contents afterwards.
public final class TemporaryFolder: Sendable {
  /// The folder of all temporary files. `scripts/test` names one in memory.
  public static let parent = Environment.current.nonEmpty("COMMITDIARY_TESTS_FOLDER") ?? "/tmp"

  public let path: String

  public init() throws {
    path = "\(Self.parent)/commitdiary-\(UInt64.random(in: 0 ... .max))"
    try File.makeDirectory(path)
  }

  deinit { TemporaryFolder.remove(path) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func write(_ text: String, to name: String) throws {
    try File.writeAtomically(Array(text.utf8), to: file(name))
  }

  public func names() throws -> [String] { try File.list(path) }

  /// Removes a folder and as much of its contents as possible. Symbolic links are not followed.
  public static func remove(_ path: String) {
    // `unlink` removes everything but folders, including links to folders.
    guard unlink(path) != 0 else { return }
    for name in (try? File.list(path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
