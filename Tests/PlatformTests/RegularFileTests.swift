import Glibc
import Platform
import TestSupport
import Testing

@Suite struct RegularFileTests {
  @Test func `reads a regular file up to the limit`() throws {
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

  @Test func `refuses a large sparse file before reading it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a")
    try #require(truncate(folder.file("a"), 1 << 40) == 0)
    #expect(throws: FileError(path: folder.file("a"), code: .tooBig)) {
      try File.readRegular(folder.file("a"), limit: 64 << 20)
    }
  }

  @Test func `refuses a FIFO without waiting`() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
    #expect(throws: FileError(path: folder.file("fifo"), code: .invalid)) {
      try File.readRegular(folder.file("fifo"), limit: 5)
    }
  }

  @Test func `tells a pipe of a shell from a FIFO`() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
    try #require(symlink("fifo", folder.file("link")) == 0)
    for name in ["fifo", "link", "missing"] { #expect(!File.isUnnamedPipe(folder.file(name))) }
    #expect(!File.isUnnamedPipe("/dev/null"))
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(File.isUnnamedPipe("/dev/fd/\(ends[0])"))
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/"])
  func `refuses devices and folders`(_ path: String) throws {
    #expect(throws: FileError.self) { try File.readRegular(path, limit: 5) }
  }

  @Test func `reports a missing file`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError(path: folder.file("none"), code: .notFound)) {
      try File.readRegular(folder.file("none"), limit: 5)
    }
  }
}
