import Glibc
import Platform
import TestSupport
import Testing

@Suite struct RegularFileTests {
  @Test func `a regular file is read up to the limit`() throws {
    let folder = try TemporaryFolder()
    try folder.write("three", to: "a")
    try #require(symlink("a", folder.file("link")) == 0)
    #expect(try File.readRegular(folder.file("a"), limit: 5) == Array("three".utf8))
    #expect(try File.readRegular(folder.file("link"), limit: 5) == Array("three".utf8))
    #expect(throws: FileError(path: folder.file("a"), code: .tooBig)) {
      try File.readRegular(folder.file("a"), limit: 4)
    }
    #expect(try !File.readRegular("/proc/self/status", limit: 1 << 20).isEmpty)
  }

  @Test func `a large sparse file is refused before it is read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a")
    try #require(truncate(folder.file("a"), 1 << 40) == 0)
    #expect(throws: FileError(path: folder.file("a"), code: .tooBig)) {
      try File.readRegular(folder.file("a"), limit: 64 << 20)
    }
  }

  @Test func `a FIFO is refused without waiting for a writer`() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
    #expect(throws: FileError(path: folder.file("fifo"), code: .invalid)) {
      try File.readRegular(folder.file("fifo"), limit: 5)
    }
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/"])
  func `devices and folders are refused`(_ path: String) throws {
    #expect(throws: FileError.self) { try File.readRegular(path, limit: 5) }
  }

  @Test func `a missing file says so`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError(path: folder.file("none"), code: .notFound)) {
      try File.readRegular(folder.file("none"), limit: 5)
    }
  }
}
