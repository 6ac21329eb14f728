import Diary
import GitTestSupport
import Platform
import TestSupport
import Testing

@testable import Git

@Suite struct FileDiffTests {
  private let folder: TemporaryClone

  init() throws { folder = try TemporaryClone() }

  /// The diffs of all files of a commit, each line with a sign.
  private func diffs(of sha: String) throws -> [String: [String]] {
    let clone = try folder.clone()
    var diffs: [String: [String]] = [:]
    for file in try clone.changes(of: sha).files {
      let diff = try clone.diff(of: sha, file)
      diffs[file.path] = diff.isBinary ? ["binary"] : diff.lines.map(Self.text)
    }
    return diffs
  }

  private static func text(_ line: FileDiff.Line) -> String {
    let sign =
      switch line.kind {
      case .hunk: ""
      case .context: " "
      case .added: "+"
      case .removed: "-"
      case .remark: "\\"
      }
    return sign + line.text
  }

  @Test func `compares with the first parent, or with nothing`() throws {
    let first = try folder.commit("First", text: "-- a\n++ b\nc\n")
    #expect(try diffs(of: first) == ["file": ["@@ -0,0 +1,3 @@", "+-- a", "+++ b", "+c"]])
    let second = try folder.commit("Second", text: "++ b\n@@ c\nd")
    #expect(
      try diffs(of: second) == [
        "file": [
          "@@ -1,3 +1,3 @@", "--- a", " ++ b", "-c", "+@@ c", "+d", "\\ No newline at end of file",
        ]
      ])
    try folder.git(["checkout", "-q", "-b", "side", first])
    try folder.commit("Side", file: "side", text: "s\n")
    try folder.git(["checkout", "-q", "main"])
    try folder.git(["merge", "-q", "--no-ff", "-m", "Merge", "side"])
    #expect(try diffs(of: "HEAD") == ["side": ["@@ -0,0 +1 @@", "+s"]])
  }

  @Test func `knows renames, permissions and binary files`() throws {
    let text = (1...9).map { "line \($0)\n" }.joined()
    try folder.commit("Text", file: "old", text: text)
    try folder.commit("Binary", file: "b", text: "a\u{0}b")
    try folder.git(["mv", "old", "new"])
    try folder.git(["update-index", "--chmod=+x", "b"])
    try folder.commit("Rename", file: "new", text: text + "more\n")
    #expect(
      try diffs(of: "HEAD") == [
        "b": [],
        "new": ["@@ -7,3 +7,4 @@ line 6", " line 7", " line 8", " line 9", "+more"],
      ])
    #expect(try diffs(of: "HEAD~1") == ["b": ["binary"]])
  }

  @Test func `a path is not a pattern`() throws {
    for name in ["*.c", ":(top)x", "a.c", "한글 b", "-n"] {
      try File.writeAtomically(Array("\(name)\n".utf8), to: folder.file("clone/\(name)"))
    }
    try folder.git(["add", "-A"])
    try folder.git(["commit", "-q", "-m", "Names"])
    let diffs = try diffs(of: "HEAD")
    #expect(diffs.count == 5)
    for (name, lines) in diffs { #expect(lines == ["@@ -0,0 +1 @@", "+\(name)"]) }
  }

  @Test func `runs no program of the clone, and no setting changes the form`() throws {
    let mark = folder.file("mark")
    try ExecutableFile.write("#!/bin/sh\necho \"$@\" >> '\(mark).ran'\ncat\n", to: mark)
    try folder.commit("One", text: "one\n")
    try folder.commit("Two", text: "two\n")
    try File.writeAtomically(
      Array("* diff=x filter=x\n".utf8), to: folder.file("clone/.gitattributes"))
    for name in ["diff.x.textconv", "diff.x.command", "diff.external", "filter.x.clean"] {
      try folder.git(["config", name, mark])
    }
    for (name, value) in [
      ("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("color.ui", "always"),
      ("diff.context", "0"), ("diff.wsErrorHighlight", "all"), ("diff.colorMoved", "zebra"),
    ] { try folder.git(["config", name, value]) }
    folder.environment["GIT_EXTERNAL_DIFF"] = mark
    folder.environment["GIT_DIFF_OPTS"] = "-u0"
    #expect(try diffs(of: "HEAD") == ["file": ["@@ -1 +1 @@", "-one", "+two"]])
    #expect(!File.exists(mark + ".ran"))
  }

  @Test func `only the beginning of long lines and files is read`() throws {
    let lines = (1...5000).map { "\($0)\n" }.joined()
    try folder.commit("Lines", text: lines)
    let clone = try folder.clone()
    func diff() throws -> FileDiff {
      try clone.diff(of: "HEAD", .init(path: "file", added: nil, removed: nil))
    }
    let long = try diff()
    #expect(long.isCut && long.lines.count == DiffParser.lineLimit)
    try folder.commit("Wide", text: String(repeating: "한글", count: 50_000))
    let wide = try diff()
    // Lines that are gone come first.
    #expect(wide.isCut && wide.lines.allSatisfy { $0.kind != .added })
    try folder.git(["rm", "-q", "file"])
    try folder.git(["commit", "-q", "-m", "Gone"])
    let gone = try diff()
    #expect(gone.lines.map(\.kind) == [.hunk, .removed, .remark] && !gone.isCut)
    #expect(gone.lines[1].text == String(repeating: "한글", count: 166) + "…")
  }

  @Test func `commits of the same second are in the order of the history`() throws {
    var history: [String] = []
    for number in 1...6 {
      history.insert(try folder.commit("\(number)", at: 1_700_000_000), at: 0)
    }
    let clone = try folder.clone()
    let places = clone.places(of: history.sorted() + ["--all", "12345678"])
    #expect(places.sorted { $0.value < $1.value }.map(\.key) == history)
    #expect(clone.places(of: []).isEmpty)
  }
}

@Suite struct DiffFuzzTests {
  private static let pieces = [
    "diff --git a/x b/x\n", "index 1..2 100644\n", "--- a/x\n", "+++ b/x\n", "@@ -1,2 +1,2 @@\n",
    "@@", "+", "-", " ", "\\", "\n", "\r", "\0", "Binary files a and b differ\n", "한", "\u{1B}[2J",
  ].map { Array($0.utf8) }

  @Test func `any bytes in any pieces give the same lines within the limits`() {
    Fuzz.rounds(71, atLeast: 2_000) { random in
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let piece =
          Bool.random(using: &random)
          ? Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
          : [UInt8.random(in: 0 ... .max, using: &random)]
        let isRepeated = Int.random(in: 0..<40, using: &random) == 0
        for _ in 0..<(isRepeated ? Int.random(in: 0...2_000, using: &random) : 1) { bytes += piece }
      }
      var whole = DiffParser()
      whole.feed(bytes)
      var parts = DiffParser()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...50, using: &random)
        parts.feed(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let diff = whole.whole()
      #expect(diff == parts.whole(), "\(bytes)")
      #expect(diff.lines.count <= DiffParser.lineLimit)
      #expect(diff.lines.allSatisfy { $0.text.utf8.count <= 3 * DiffParser.lengthLimit + 3 })
    }
  }
}
