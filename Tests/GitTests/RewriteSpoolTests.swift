import Platform
import TestSupport
import Testing

@testable import Git

@Suite struct RewriteSpoolTests {
  private let folder: TemporaryFolder
  private let one = String(repeating: "1", count: 40)
  private let two = String(repeating: "2", count: 40)
  private let long = String(repeating: "c", count: 64)

  init() throws { folder = try TemporaryFolder() }

  private var spool: RewriteSpool { RewriteSpool(commonDirectory: folder.path) }

  private func text() throws -> String {
    String(decoding: try File.read(spool.path), as: UTF8.self)
  }

  @Test func `appends a line for each pair`() throws {
    try spool.append([(one, two)])
    try spool.append([(two, one), (long, long)])
    #expect(try text() == "\(one) \(two)\n\(two) \(one)\n\(long) \(long)\n")
    #expect(File.permissions(spool.path) == 0o600)
  }

  @Test func `skips what is not a pair of ids`() throws {
    try spool.append([(one, "HEAD"), ("", two), (one, long), (one + "0", two)])
    #expect(!File.exists(spool.path))
    let input = "\(one) \(two)\nnonsense\n\n\(two) \(one) extra words\n\(one)"
    #expect(RewriteSpool.pairs(fromHook: Array(input.utf8)).map(\.old) == [one, two])
  }

  @Test func `does not grow beyond its limit`() throws {
    try spool.append([(one, two)])
    let size = File.size(spool.path) ?? 0
    let full = [UInt8](repeating: 0x0A, count: RewriteSpool.limit - size)
    try File.append(full, to: spool.path, limit: .max)
    #expect(throws: FileError(path: spool.path, code: .tooBig)) { try spool.append([(one, two)]) }
    #expect(File.size(spool.path) == RewriteSpool.limit)
  }

  @Test func `does not follow a link out of the clone`() throws {
    try File.makeDirectory(folder.path + "/elsewhere")
    _ = try Child.run(
      ["ln", "-s", folder.path + "/elsewhere", folder.path + "/commitdiary"],
      environment: .current)
    #expect(throws: FileError.self) { try spool.append([(one, two)]) }
    #expect(try File.list(folder.path + "/elsewhere") == [])
    try File.remove(folder.path + "/commitdiary")
    try File.makeDirectory(folder.path + "/commitdiary")
    _ = try Child.run(["mkfifo", spool.path], environment: .current)
    #expect(throws: FileError.self) { try spool.append([(one, two)]) }
  }

  @Test func `does not wait for ever for a lock`() throws {
    try spool.append([(one, two)])
    let lock = try FileLock(spool.path)
    #expect(throws: FileError(path: spool.path, code: .again)) { try spool.append([(one, two)]) }
    _ = consume lock
    try spool.append([(two, one)])
    #expect(try text() == "\(one) \(two)\n\(two) \(one)\n")
  }

  @Test func `lines of several writers are not mixed`() async throws {
    let spool = spool
    let pairs = [(String, String)](repeating: (one, two), count: 500)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10 {
            try? spool.append(pairs)
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = try text().split(separator: "\n")
    #expect(lines.allSatisfy { $0 == "\(one) \(two)" } && lines.count % 500 == 0)
    #expect(!lines.isEmpty)
  }
}
