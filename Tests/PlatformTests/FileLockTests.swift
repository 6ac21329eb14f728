import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FileLockTests {
  private func isFree(_ path: String, _ mode: FileLock.Mode = .exclusive) throws -> Bool {
    try FileLock(trying: path, mode) != nil
  }

  @Test func `a lock excludes others until released`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    do {
      let lock = try FileLock(path)
      #expect(try !isFree(path))
      #expect(try !isFree(path, .shared))
      _ = consume lock
    }
    #expect(try isFree(path))
  }

  @Test func `a lock is released even if a child still has the descriptor`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    var copies: [Int32] = []
    do {
      let lock = try FileLock(path)
      // Between `vfork` and `exec` a child has a copy of every descriptor.
      for name in try File.list("/proc/self/fd") {
        guard let number = Int32(name) else { continue }
        if File.followingLinks("/proc/self/fd/\(name)") == path { copies.append(dup(number)) }
      }
      _ = consume lock
    }
    defer { for copy in copies { close(copy) } }
    #expect(!copies.isEmpty)
    #expect(try isFree(path))
  }

  @Test func `a shared lock excludes only exclusive locks`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lock")
    let lock = try FileLock(path, .shared)
    #expect(try isFree(path, .shared))
    #expect(try !isFree(path))
    _ = consume lock
  }

  @Test func `cannot lock in a missing folder`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError(path: folder.file("no/lock"), code: .notFound)) {
      _ = try FileLock(folder.file("no/lock"))
    }
  }
}
