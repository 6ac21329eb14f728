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
