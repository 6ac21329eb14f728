import Platform

/// A folder of its own for a test, gone with everything in it afterwards.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = "/tmp/commitdiary-\(UInt64.random(in: 0 ... .max))"
    try File.makeDirectory(path)
  }

  deinit { TemporaryFolder.empty(path) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  public func write(_ text: String, to name: String) throws {
    try File.writeAtomically(Array(text.utf8), to: file(name))
  }

  public func names() throws -> [String] { try File.list(path) }

  private static func empty(_ path: String) {
    for name in (try? File.list(path)) ?? [] {
      let inside = "\(path)/\(name)"
      if File.isDirectory(inside) { empty(inside) }
      try? File.remove(inside)
    }
    try? File.remove(path)
  }
}
