import Diary
import Git
import GitTestSupport
import Platform
import Testing

@Suite struct CloneCommitsTests {
  @Test func `reads all fields of a commit`() throws {
    let folder = try TemporaryClone()
    let sha = try folder.commit("회고를\n쓴다\n\n본문")
    let commit = try folder.clone().resolve("HEAD")
    #expect(commit.sha == sha)
    #expect(commit.subject == "회고를 쓴다")
    #expect(commit.author == "저자")
    #expect(commit.date == Moment(Instant(secondsSince1970: 1_700_000_000), offset: 32_400))
  }

  @Test func `resolves every kind of revision`() throws {
    let folder = try TemporaryClone()
    let first = try folder.commit("the first")
    let second = try folder.commit("the second..one")
    try folder.git(["tag", "-a", "-m", "x", "v1", "HEAD~1"])
    try folder.git(["branch", "--", "a.b/회고"])
    let clone = try folder.clone()
    for revision in ["HEAD~1", "@^", "v1", "v1^{}", String(first.prefix(7)), first, ":/the first"] {
      #expect(try clone.resolve(revision).sha == first, "\(revision)")
    }
    for revision in ["HEAD", "@", "main", "a.b/회고", "HEAD^{/second..one}", "main@{0}"] {
      #expect(try clone.resolve(revision).sha == second, "\(revision)")
    }
  }

  @Test(arguments: [
    "", "nope", "-1", "--all", "--output=x", "HEAD~9", "^HEAD", "HEAD..HEAD~1", "HEAD~1...HEAD",
    "HEAD^@", "HEAD^!", "HEAD^-", "HEAD^{tree}", "HEAD:file", ":file", "file", "@{upstream}",
    "HEAD@{99}", ":/nothing like it", "HEAD HEAD", "0123456789012345678901234567890123456789",
    "a\0b", "HEAD\n", "없다", "*", "0", "~",
  ])
  func `reports a revision that is not one commit`(_ revision: String) throws {
    let folder = try TemporaryClone()
    try folder.commit("one")
    try folder.commit("two")
    let clone = try folder.clone()
    #expect(throws: GitError.unknownRevision(revision)) { try clone.resolve(revision) }
    #expect(!File.exists(folder.file("clone/x")))
  }

  @Test func `reports a clone without commits`() throws {
    let folder = try TemporaryClone()
    let clone = try folder.clone()
    #expect(throws: GitError.noCommits(path: clone.root)) { try clone.resolve("HEAD") }
    #expect(throws: GitError.noCommits(path: clone.root)) { try clone.resolve("@~1") }
    #expect(throws: GitError.noCommits(path: clone.root)) { try clone.recentCommits(.init()) }
    #expect(throws: GitError.unknownRevision("main")) { try clone.resolve("main") }
    #expect(clone.rootCommit() == nil)
  }

  @Test func `an ambiguous prefix lists the commits`() throws {
    let folder = try TemporaryClone()
    try folder.importCommits((1...900).map { _ in Array("c".utf8) })
    let clone = try folder.clone()
    var ids: [String: [String]] = [:]
    for commit in try clone.recentCommits(.init()) {
      ids[String(commit.sha.prefix(4)), default: []].append(commit.sha)
    }
    let (prefix, several) = try #require(ids.first { $1.count > 1 })
    do throws(GitError) {
      _ = try clone.resolve(prefix)
      Issue.record("it was taken for one of them")
    } catch {
      guard case .ambiguousRevision(prefix, let candidates) = error else {
        throw error
      }
      #expect(candidates.count == several.count)
      #expect(candidates.allSatisfy { short in several.contains { $0.hasPrefix(short) } })
    }
  }

  @Test func `keeps escape sequences in a subject`() throws {
    let folder = try TemporaryClone()
    let subject = "\u{1B}]0;gone\u{7} \u{1B}[31mred\ttab"
    try folder.commit(subject)
    #expect(try folder.clone().resolve("HEAD").subject == subject)
  }

  @Test func `converts other encodings to UTF-8`() throws {
    let folder = try TemporaryClone()
    try folder.git(["config", "i18n.commitEncoding", "ISO-8859-1"])
    try folder.git(["config", "i18n.logOutputEncoding", "UTF-16"])
    folder.environment["GIT_AUTHOR_NAME"] = "X"
    try File.writeAtomically([0x63, 0x61, 0x66, 0xE9], to: folder.file("message"))
    try folder.git(["commit", "-q", "--allow-empty", "-F", "../message"])
    #expect(try folder.clone().resolve("HEAD").subject == "café")
  }

  @Test func `replaces invalid bytes and loses nothing else`() throws {
    let folder = try TemporaryClone()
    try folder.importCommits([[0x61, 0xFF, 0x62]])
    #expect(try folder.clone().resolve("HEAD").subject == "a\u{FFFD}b")
  }

  @Test func `user settings do not change what is read`() throws {
    let folder = try TemporaryClone()
    let sha = try folder.commit("one")
    let before = try folder.clone()
    let expected = try (before.resolve("HEAD"), before.patchID(of: sha), before.stat(of: sha))
    let settings = [
      ("log.date", "relative"), ("color.ui", "always"), ("format.pretty", "oneline"),
      ("log.mailmap", "true"), ("diff.external", "false"), ("core.pager", "false"),
      ("log.showSignature", "true"), ("diff.noprefix", "true"), ("diff.context", "0"),
      ("log.decorate", "full"), ("diff.algorithm", "patience"), ("diff.renames", "copies"),
      ("diff.x.textconv", "echo"), ("diff.x.command", "false"), ("alias.log", "status"),
      ("log.follow", "true"), ("diff.mnemonicPrefix", "true"), ("log.diffMerges", "on"),
      ("core.quotePath", "true"), ("grep.patternType", "perl"), ("notes.displayRef", "*"),
    ]
    for (name, value) in settings { try folder.git(["config", name, value]) }
    try File.writeAtomically(
      Array("* diff=x\n".utf8), to: folder.file("clone/.git/info/attributes"))
    try File.writeAtomically(
      Array("Other <o@example.com> <a@example.com>\n".utf8), to: folder.file("clone/.mailmap"))
    folder.environment["GIT_EXTERNAL_DIFF"] = "false"
    folder.environment["GIT_DIFF_OPTS"] = "-u9"
    folder.environment["LANG"] = "ko_KR.UTF-8"
    let clone = try folder.clone()
    #expect(try clone.resolve("HEAD") == expected.0)
    #expect(clone.patchID(of: sha) == expected.1)
    #expect(clone.stat(of: sha) == expected.2)
    #expect(try clone.recentCommits(.init(author: "저자")).count == 1)
  }

  @Test func `the root commit is the oldest one without a parent`() throws {
    let folder = try TemporaryClone()
    let root = try folder.commit("one", at: 1_600_000_000)
    try folder.git(["checkout", "-q", "--orphan", "other"])
    try folder.commit("apart", at: 1_600_001_000)
    try folder.git(["merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "m", "main"])
    #expect(try folder.clone().rootCommit() == root)
  }

  @Test func `a patch id survives a rebase`() throws {
    let folder = try TemporaryClone()
    try folder.commit("base", file: "base")
    try folder.git(["checkout", "-q", "-b", "side"])
    let before = try folder.commit("work", file: "work")
    let other = try folder.commit("more", file: "work")
    try folder.git(["checkout", "-q", "main"])
    try folder.commit("meanwhile", file: "meanwhile")
    try folder.git(["rebase", "-q", "main", "side"])
    let clone = try folder.clone()
    let after = try clone.resolve("side~1").sha
    #expect(after != before)
    let id = try #require(clone.patchID(of: before))
    #expect(id.count == 40)
    #expect(clone.patchID(of: after) == id)
    #expect(clone.patchID(of: other) != id)
  }

  @Test func `empty commits, merges and non-commits have no patch id`() throws {
    let folder = try TemporaryClone()
    try folder.commit("base")
    try folder.git(["checkout", "-q", "-b", "side"])
    try folder.commit("side", file: "side")
    try folder.git(["checkout", "-q", "main"])
    try folder.git(["merge", "-q", "--no-ff", "-m", "merge", "side"])
    let merge = try folder.git(["rev-parse", "HEAD"])
    try folder.git(["commit", "-q", "--allow-empty", "-m", "empty"])
    let empty = try folder.git(["rev-parse", "HEAD"])
    let clone = try folder.clone()
    for sha in [merge, empty, "", "HEAD", "--output=x", String(repeating: "0", count: 40)] {
      #expect(clone.patchID(of: sha) == nil, "\(sha)")
    }
    #expect(clone.stat(of: merge).contains("side"))
    #expect(clone.stat(of: "--output=x").isEmpty)
  }

  @Test func `summarizes the changes of a commit`() throws {
    let folder = try TemporaryClone()
    let sha = try folder.commit("one", file: "회고.txt")
    let stat = try folder.clone().stat(of: sha)
    #expect(stat == " 회고.txt | 1 +\n 1 file changed, 1 insertion(+)\n")
  }
}
