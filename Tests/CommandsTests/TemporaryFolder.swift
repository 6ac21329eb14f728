import Glibc
import Platform

/// A folder of its own for a test, gone with everything in it afterwards.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = "/tmp/commitdiary-commands-\(UInt64.random(in: 0 ... .max))"
    try File.makeDirectory(path)
  }

  deinit { TemporaryFolder.empty(path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  private static func empty(_ path: String) {
    for name in (try? File.list(path)) ?? [] {
      let inside = "\(path)/\(name)"
      if File.isDirectory(inside) { empty(inside) }
      try? File.remove(inside)
    }
    try? File.remove(path)
  }
}
