import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `many files are written into folders, and replace others`() throws {
    try File.makeDirectory(folder.file("0"))
    try File.writeAtomically(Array("old".utf8), to: folder.file("0/0"))
    // More than are open at once.
    let files = (0..<450).map { ("\(folder.file("\($0 % 3)/\($0)"))", Array("text \($0)".utf8)) }
    try File.writeAtomically(files)
    for (path, bytes) in files { #expect(try File.read(path) == bytes) }
    for name in ["0", "1", "2"] { #expect(try File.list(folder.file(name)).count == 150) }
  }

  @Test func `of many files, none takes its place if one cannot be written`() throws {
    try File.writeAtomically([], to: folder.file("a"))
    let files = ["b", "c", "a/d"].map { (folder.file($0), Array("text".utf8)) }
    #expect(throws: FileError.self) { try File.writeAtomically(files) }
    #expect(try File.list(folder.path) == ["a"])
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 3 << 20])
  func `reads back what it wrote`(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try File.writeAtomically(bytes, to: folder.file("a"))
    #expect(try File.read(folder.file("a"), limit: count) == bytes)
    #expect(File.size(folder.file("a")) == count)
  }

  @Test func `a file with several names keeps them`() throws {
    let (path, other) = (folder.file("a"), folder.file("b"))
    try File.writeAtomically(Array("a long text".utf8), to: path, permissions: 0o640)
    try File.link(path, as: other)
    try File.write(Array("short".utf8), to: path)
    #expect(try File.read(other) == Array("short".utf8))
    #expect(File.permissions(other) == 0o640)
  }

  @Test func `refuses a file over the limit`() throws {
    try File.writeAtomically([1, 2, 3], to: folder.file("a"))
    #expect(throws: FileError(path: folder.file("a"), code: .tooBig)) {
      try File.read(folder.file("a"), limit: 2)
    }
  }

  @Test func `reads a file without a size to its end`() throws {
    #expect(try !File.read("/proc/self/status").isEmpty)
  }

  @Test func `an error names the file and the reason`() throws {
    #expect(throws: FileError(path: folder.file("none"), code: .notFound)) {
      try File.read(folder.file("none"))
    }
    #expect(throws: FileError(path: folder.path, code: .isDirectory)) {
      try File.read(folder.path)
    }
    #expect(throws: FileError(path: folder.file("no/file"), code: .notFound)) {
      try File.writeAtomically([], to: folder.file("no/file"))
    }
    #expect(Errno.diskFull.description == "No space left on device")
  }

  @Test func `replacing a file leaves no temporary file`() throws {
    try File.writeAtomically([1], to: folder.file("a"))
    try File.writeAtomically([2, 3], to: folder.file("a"), permissions: 0o640)
    #expect(try File.read(folder.file("a")) == [2, 3])
    #expect(File.permissions(folder.file("a")) == 0o640)
    #expect(try File.list(folder.path) == ["a"])
  }

  @Test func `a failed write leaves no file`() throws {
    try File.makeDirectory(folder.file("a/b"))
    #expect(throws: FileError(path: folder.file("a"), code: .isDirectory)) {
      try File.writeAtomically([1], to: folder.file("a"))
    }
    #expect(try File.list(folder.path) == ["a"])
  }

  @Test func `writing through a link keeps the link`() throws {
    try File.writeAtomically([1], to: folder.file("real"))
    symlink("real", folder.file("link"))
    try File.writeAtomically([2], to: folder.file("link"))
    #expect(try File.read(folder.file("real")) == [2])
    #expect(File.realPath(folder.file("link")) == folder.file("real"))
  }

  @Test func `creates private folders with their parents`() throws {
    try File.makeDirectory(folder.file("a/b//c/"))
    try File.makeDirectory(folder.file("a/b/c"))
    #expect(File.isDirectory(folder.file("a/b/c")))
    #expect(File.permissions(folder.file("a")) == 0o700)
    try File.writeAtomically([], to: folder.file("plain"))
    #expect(throws: FileError(path: folder.file("plain"), code: Errno(rawValue: EEXIST))) {
      try File.makeDirectory(folder.file("plain"))
    }
    #expect(throws: FileError(path: folder.file("plain/x"), code: .notDirectory)) {
      try File.makeDirectory(folder.file("plain/x"))
    }
  }

  @Test func `lists names in order`() throws {
    for name in ["나", "b", "a", ".c"] { try File.writeAtomically([], to: folder.file(name)) }
    #expect(try File.list(folder.path) == [".c", "a", "b", "나"])
  }

  @Test func `removing a missing file is no error`() throws {
    try File.writeAtomically([], to: folder.file("a"))
    #expect(File.exists(folder.file("a")))
    try File.remove(folder.file("a"))
    try File.remove(folder.file("a"))
    #expect(!File.exists(folder.file("a")))
  }

  @Test(arguments: [
    ("a", "."), ("/a", "/"), ("/", "/"), ("/a/b", "/a"), ("a/b/", "a"), ("a//b", "a"),
    ("//a", "/"), ("", "."), ("./a", "."),
  ])
  func `takes the folder of a path`(_ path: String, _ folder: String) {
    #expect(File.directory(of: path) == folder)
  }

  @Test(arguments: [
    ("~", "/home/a"), ("~/x", "/home/a/x"), ("~b/x", "~b/x"), ("/x/~", "/x/~"), ("", ""),
  ])
  func `expands the home folder`(_ path: String, _ expanded: String) {
    let environment = Environment(["HOME": "/home/a"])
    #expect(File.expandingHome(path, environment: environment) == expanded)
    #expect(File.expandingHome(path, environment: Environment([:])) == path)
  }

  @Test func `reports a full disk`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(DescriptorOutput.write("text", to: full) == .failed(.diskFull))
  }
}
