import Diary
import GitTestSupport
import Platform
import TestSupport
import Testing

@testable import Git

/// Data in a clone may be of any length.
@Suite struct LargeOutputTests {
  @Test func `truncates a subject of megabytes, reading in linear time`() throws {
    let folder = try TemporaryClone()
    try folder.importCommits([
      Array("before".utf8), [UInt8](repeating: 0x61, count: 20 << 20), Array("after".utf8),
    ])
    let clone = try folder.clone()
    var subjects: [String] = []
    // Appending each part to everything before it took many minutes.
    let time = try ThreadTime.measure {
      subjects = try clone.recentCommits(CommitQuery()).map(\.subject)
    }
    #expect(time < .seconds(20))
    #expect(subjects.map(\.utf8.count) == [5, (64 << 10) + 3, 6])
    #expect(subjects[1].hasSuffix("aaa…"))
    #expect(try clone.resolve("HEAD~1").subject == subjects[1])
  }

  @Test func `reads an author name of megabytes in linear time`() throws {
    let name = [UInt8](repeating: 0x61, count: 8 << 20)
    var reader = HistoryReader(.part(Array("zz".utf8)), AgentMarks(Environment([:])))
    let sha = Array(String(repeating: "1", count: 40).utf8)
    let line =
      Array(">".utf8) + sha + Array(" 200\n".utf8) + name + Array("zz\n\na@b\nname\nsubject\n".utf8)
      + [
        0
      ]
    let time = ThreadTime.measure {
      for start in stride(from: 0, to: line.count, by: 4096) {
        reader.take(Array(line[start..<min(start + 4096, line.count)]))
      }
    }
    #expect(reader.found.count == 1)
    #expect(time < .seconds(20))
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func `parses the same records from chunks of any size`(_ size: Int) {
    let bytes = Array(
      (1...9).map { "\($0)\u{0}10\($0) +0900\u{0}저자 \($0)\u{0}제목 \($0)\u{0}\u{0}a@b\u{0}" }
        .joined().utf8)
    var records = CommitRecords(AgentMarks(Environment([:])))
    var subjects: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      records.feed(Array(bytes[start..<min(start + size, bytes.count)]))
      while let commit = records.next() { subjects.append(commit.subject) }
    }
    #expect(subjects == (1...9).map { "제목 \($0)" })
  }

  @Test func `reads a hundred thousand settings in time`() throws {
    let folder = try TemporaryClone()
    try folder.commit("one")
    var config = String(decoding: try File.read(folder.file("clone/.git/config")), as: UTF8.self)
    for number in 0..<50_000 {
      config += "[other \"n\(number)\"]\n\tvalue = \(number)\n[remote \"r\(number)\"]\n\turl = /r\n"
    }
    config += "[user]\n\temail = last@example.com\n"
    try File.writeAtomically(Array(config.utf8), to: folder.file("clone/.git/config"))
    let clone = try folder.clone()
    let time = try ThreadTime.measure {
      let configuration = try clone.configuration()
      #expect(configuration["user.email"] == "last@example.com")
      #expect(configuration.mainRemote?.name == "r0")
      let local = try Clone.find(from: clone.root, environment: folder.environment)
      let known = try local.history(of: .own(emails: ["a@example.com"]))
      #expect(known.commits.count == 1)
      // A change at the end of a large file is detected.
      try folder.git(["config", "user.name", "b"])
      #expect(try local.history(of: .own(emails: ["a@example.com"]), since: known.known).isNew)
    }
    #expect(time < .seconds(30))
  }
}
