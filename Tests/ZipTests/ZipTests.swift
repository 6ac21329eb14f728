import Platform
import TestSupport
import Testing

@testable import Zip

/// Archives that this program and others wrote.
@Suite struct ZipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func written(_ files: [(String, String)]) throws -> String {
    let path = folder.file("a.zip")
    var bytes: [UInt8] = []
    let writer = ZipWriter { bytes += $0 }
    for (name, text) in files { try writer.add(name) { try $0(text) } }
    try writer.finish()
    try File.writeAtomically(bytes, to: path)
    return path
  }

  private func text(_ path: String, _ name: String) throws -> String {
    let reader = try ZipReader(path)
    let entry = try #require(reader.entries.first { $0.path == name })
    let part = try reader.open(entry)
    var bytes: [UInt8] = []
    while let more = try part.next() { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let long = String(repeating: "회고 and 日記, again and again. ", count: 20_000)

  @Test func `reads what it wrote`() throws {
    let path = try written([("Journal.json", Self.long), ("사진/a.txt", ""), ("b", "x")])
    #expect(try ZipReader(path).entries.map(\.path) == ["Journal.json", "사진/a.txt", "b"])
    #expect(try text(path, "Journal.json") == Self.long)
    #expect(try text(path, "사진/a.txt") == "" && text(path, "b") == "x")
  }

  @Test(
    .enabled(if: Python.isThere, "python3 is not installed"), arguments: ["STORED", "DEFLATED"])
  func `reads what another program wrote, and is read by it`(method: String) throws {
    let path = folder.file("python.zip")
    try Python.run(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_\(method)) as archive:
          archive.writestr("dir/", "")
          archive.writestr("dir/회고.txt", "본문 " * 10000)
          archive.writestr("../out", "x")
      """, path)
    #expect(try ZipReader(path).entries.map(\.path) == ["dir/회고.txt"])
    #expect(try text(path, "dir/회고.txt") == String(repeating: "본문 ", count: 10_000))
    try Python.run(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          assert archive.testzip() is None
          assert archive.namelist() == ["a"], archive.namelist()
          assert archive.read("a") == b"text"
      """, written([("a", "text")]))
  }

  @Test func `a file that expands without end is refused`() throws {
    let path = try written([("zeros", String(repeating: "\0", count: 80 << 20))])
    #expect(throws: ZipError.tooLarge) { try text(path, "zeros") }
  }

}

@Suite struct ZipFuzzTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `damage anywhere ends in an error or in a text`() throws {
    let path = folder.file("a.zip")
    var intact: [UInt8] = []
    let writer = ZipWriter { intact += $0 }
    try writer.add("a") { try $0("Measured the cache. 캐시를 쟀다.") }
    try writer.add("b") { try $0("two") }
    try writer.finish()
    for position in intact.indices {
      for changed in [intact[position] ^ 1, intact[position] ^ 0x80] {
        var bytes = intact
        bytes[position] = changed
        try File.writeAtomically(bytes, to: path)
        guard let reader = try? ZipReader(path) else { continue }
        for entry in reader.entries {
          guard let part = try? reader.open(entry) else { continue }
          while let more = try? part.next(), !more.isEmpty {}
        }
      }
      try File.writeAtomically(intact[..<position], to: path)
      #expect(throws: (any Error).self) { try ZipReader(path) }
    }
  }
}

private enum Python {
  static let isThere = (try? Child.run(["python3", "--version"], environment: .current)) != nil

  static func run(_ script: String, _ words: String...) throws {
    let result = try Child.run(["python3", "-c", script] + words, environment: .current)
    try #require(result.status.isSuccess, "\(result.errorText)")
  }
}
