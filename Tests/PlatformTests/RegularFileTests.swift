import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite struct RegularFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `reads a regular file up to the limit`() throws {
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
    try folder.write("", to: "a")
    try #require(truncate(folder.file("a"), 1 << 40) == 0)
    #expect(throws: FileError(path: folder.file("a"), code: .tooBig)) {
      try File.readRegular(folder.file("a"), limit: 64 << 20)
    }
  }

  @Test func `refuses a FIFO without waiting`() throws {
    try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
    #expect(throws: FileError(path: folder.file("fifo"), code: .invalid)) {
      try File.readRegular(folder.file("fifo"), limit: 5)
    }
  }

  @Test func `tells a pipe of a shell from a FIFO`() throws {
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
    #expect(throws: FileError(path: folder.file("none"), code: .notFound)) {
      try File.readRegular(folder.file("none"), limit: 5)
    }
  }
}

@Suite struct MountPointTests {
  private let table = Array(
    """
    27 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
    31 27 0:40 / /home/a/shared rw,nosuid - fuse.sshfs server: rw
    32 27 0:41 / /home/a/my\\040disk rw - ext4 /dev/sdb1 rw
    33 27 0:42 / /mnt rw shared:1 - nfs4 server:/ rw
    34 33 0:43 / /mnt rw shared:1 master:2 - xfs /dev/sdc1 rw

    """.utf8)

  @Test(arguments: [
    ("/home/a/src", "/", "ext4"), ("/home/a/shared", "/home/a/shared", "fuse.sshfs"),
    ("/home/a/shared/x/y", "/home/a/shared", "fuse.sshfs"), ("/home/a/shared2", "/", "ext4"),
    ("/home/a/my disk/x", "/home/a/my disk", "ext4"), ("/mnt/x", "/mnt", "xfs"),
  ])
  func `finds the longest mount point above a path`(path: String, point: String, type: String) {
    let found = MountPoint.find(path, in: table)
    #expect(found.folder == point)
    #expect(found.type == type)
  }

  @Test func `reads the table of this system`() {
    #expect(MountPoint.of("/proc/self") == "/proc")
    #expect(OperatingSystem.fileSystem(of: "/proc/self") == "proc")
  }
}

@Suite struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func isFree(_ path: String, _ mode: FileLock.Mode = .exclusive) throws -> Bool {
    try FileLock(trying: path, mode) != nil
  }

  @Test func `a lock excludes others until released`() throws {
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
    let path = folder.file("lock")
    let lock = try FileLock(path, .shared)
    #expect(try isFree(path, .shared))
    #expect(try !isFree(path))
    _ = consume lock
  }

  @Test func `cannot lock in a missing folder`() throws {
    #expect(throws: FileError(path: folder.file("no/lock"), code: .notFound)) {
      _ = try FileLock(folder.file("no/lock"))
    }
  }
}
