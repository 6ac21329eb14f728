import Diary
import GitTestSupport
import Platform
import Testing

@testable import Git

@Suite struct RewriteSpoolReadingTests {
  private let folder: TemporaryClone
  private let clone: Clone
  private let path: String
  private let one = String(repeating: "1", count: 40)
  private let two = String(repeating: "2", count: 40)

  init() throws {
    folder = try TemporaryClone()
    clone = try folder.clone()
    path = folder.file("clone/.git/commitdiary/rewritten")
    try File.makeDirectory(folder.file("clone/.git/commitdiary"))
  }

  private func write(_ text: String) throws {
    try File.writeAtomically(Array(text.utf8), to: path)
  }

  @Test func `reads pairs and removes what was read`() throws {
    #expect(clone.rewriteSpool.pairs().isEmpty)
    try write("\(one) \(two)\n\(two) \(one)\n")
    let pairs = clone.rewriteSpool.pairs()
    #expect(
      pairs == [RewriteRecord(.hook, old: one, new: two), RewriteRecord(.hook, old: two, new: one)])
    try clone.rewriteSpool.remove(pairs)
    #expect(File.size(path) == 0)
  }

  @Test func `keeps lines that were appended since`() throws {
    try write("\(one) \(two)\n")
    let pairs = clone.rewriteSpool.pairs()
    try write("\(one) \(two)\n\(two) \(one)\n")
    try clone.rewriteSpool.remove(pairs)
    #expect(clone.rewriteSpool.pairs().count == 2)
  }

  @Test func `skips lines that were cut off`() throws {
    try write("\(one) \(two)\n1234\n\(one.prefix(20))\n\(two) \(one)\n")
    let pairs = clone.rewriteSpool.pairs()
    #expect(pairs.count == 2)
    try clone.rewriteSpool.remove(pairs)
    #expect(File.size(path) == 0)
  }

  @Test func `leaves other files and links alone`() throws {
    try write("not a list\n")
    #expect(clone.rewriteSpool.pairs().isEmpty)
    let other = folder.file("other")
    try File.writeAtomically(Array("\(one) \(two)\n".utf8), to: other)
    try File.remove(path)
    _ = try Child.run(["ln", "-s", other, path], environment: folder.environment)
    #expect(clone.rewriteSpool.pairs().isEmpty)
    try clone.rewriteSpool.remove([RewriteRecord(.hook, old: one, new: two)])
    #expect((File.size(other) ?? 0) > 0)
  }
}
