import Diary
import Testing

@testable import Git

@Suite struct CommitChangesTests {
  @Test func `reads the body and the files`() {
    let output = Array("Why.\n\0\0\n3\t1\tsrc/a b.c\0-\t-\tlogo.png\0".utf8)
    let expected = CommitChanges(
      body: "Why.\n",
      files: [
        .init(path: "src/a b.c", added: 3, removed: 1),
        .init(path: "logo.png", added: nil, removed: nil),
      ])
    #expect(Clone.changes(from: output) == expected)
  }

  @Test func `takes the new name of a renamed file`() {
    let output = Array("\0\0\n0\t0\t\0old.c\0new.c\0\u{35}\t0\tz\0".utf8)
    #expect(Clone.changes(from: output).files.map(\.path) == ["new.c", "z"])
    #expect(Clone.changes(from: output).files.map(\.oldPath) == ["old.c", nil])
  }

  @Test func `reads a commit without files`() {
    #expect(Clone.changes(from: Array("\0".utf8)) == CommitChanges(body: "", files: []))
    #expect(Clone.changes(from: []) == CommitChanges(body: "", files: []))
  }
}
