import Diary
import Following
import Git
import GitTestSupport
import Platform
import Testing

/// Commits that look like a rewritten one and are not, and long ways from one commit to another.
@Suite struct FollowingDoubtTests {
  private let stage: FollowingStage

  init() throws {
    stage = try FollowingStage()
    try stage.commit("base", file: "base")
  }

  // MARK: The same change, made again

  @Test func `the change of a single commit, made again by its author, is only a candidate`() throws
  {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.git("branch", "-q", "-D", "topic")
    stage.pass()
    let twin = try stage.commit("one")
    #expect(try stage.id("HEAD^{tree}") == stage.id("\(one)^{tree}"))
    #expect(try stage.now(one) == nil)
    #expect(try stage.candidates(one) == [twin])
  }

  @Test func `a commit that is reset and made again at once is followed`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    stage.pass()
    try stage.git("reset", "-q", "--soft", "HEAD~1")
    try stage.git("commit", "-q", "-m", "again")
    let now = try stage.now(one)
    #expect(try now?.sha == stage.id("HEAD"))
    #expect(now?.evidence == .rewrite)
  }

  @Test func `a commit that is reset and replaced by something else is nowhere`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    stage.pass()
    try stage.git("reset", "-q", "--hard", "HEAD~1")
    try stage.commit("other")
    #expect(try stage.now(one) == nil)
    #expect(try stage.candidates(one).isEmpty)
  }

  @Test func `a commit that undoes another one is not found in a rewritten older one`() throws {
    let one = try stage.commit("one")
    let two = try stage.commit("two")
    for sha in [one, two] { try stage.note(sha) }
    stage.pass()
    try stage.git("checkout", "-q", "-b", "topic")
    try stage.git("revert", "--no-edit", "HEAD")
    let undo = try stage.id("HEAD")
    #expect(try stage.id("HEAD^{tree}") == stage.id("\(one)^{tree}"))
    try stage.note(undo)
    try stage.git("checkout", "-q", "main")
    try stage.git("branch", "-q", "-D", "topic")
    stage.pass()
    try stage.rebase("1s/^pick/reword/", onto: "--root")
    for (sha, revision) in [(one, "HEAD~1"), (two, "HEAD")] {
      #expect(try stage.now(sha)?.sha == stage.id(revision))
    }
    #expect(try stage.now(undo) == nil)
    // A new clone has only what branches reach, and no look in it was before.
    try stage.git("reflog", "expire", "--expire=now", "--all")
    try stage.git("gc", "-q", "--prune=now")
    stage.forgetBasis()
    #expect(try stage.now(undo) == nil)
  }

  @Test func `an orphan branch with the same tree is no squash`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two"].map { try stage.commit($0) }
    for sha in own { try stage.note(sha) }
    stage.pass()
    try stage.git("checkout", "-q", "--orphan", "pages")
    try stage.git("commit", "-q", "-m", "Publish")
    try stage.git("checkout", "-q", "main")
    stage.pass()
    try stage.git("merge", "-q", "--squash", "topic")
    try stage.git("commit", "-q", "-m", "Both")
    try stage.git("branch", "-q", "-D", "topic")
    for sha in own { #expect(try stage.now(sha)?.sha == stage.id("HEAD")) }
  }

  @Test func `a commit that is dropped later is not taken for one that was folded before`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two", "three"].map { try stage.commit($0) }
    for sha in own { try stage.note(sha) }
    try stage.git("checkout", "-q", "main")
    try stage.commit("main")
    try stage.git("checkout", "-q", "topic")
    stage.pass()
    try stage.rebase("3s/^pick/fixup/", onto: "main")
    stage.pass()
    try stage.rebase("1s/^pick/drop/", onto: "main")
    #expect(try stage.now(own[0]) == nil)
    #expect(try stage.candidates(own[0]).isEmpty)
    for sha in own.dropFirst() { #expect(try stage.now(sha)?.sha == stage.id("HEAD")) }
  }

  // MARK: The same second

  @Test func `a dropped commit is not found in an amended one of the same second`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one", at: 1_700_005_000)
    try stage.commit("two", at: 1_700_005_000)
    try stage.note(one)
    stage.pass()
    try stage.rebase("1s/^pick/drop/", onto: "main")
    stage.pass()
    try stage.git("commit", "-q", "--amend", "--no-edit", "--reset-author")
    #expect(try stage.now(one) == nil)
    #expect(try stage.candidates(one).isEmpty)
  }

  // MARK: Several steps between two looks

  @Test func `an amend with a new date, and then a rebase in conflict, are followed`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one", file: "file", text: "topic")
    try stage.note(one)
    stage.pass()
    try stage.git("commit", "-q", "--amend", "--no-edit", "--reset-author")
    try stage.git("checkout", "-q", "main")
    try stage.commit("main", file: "file", text: "main")
    try stage.git("checkout", "-q", "topic")
    stage.pass()
    stage.stop("rebase", "-q", "main")
    try File.writeAtomically(Array("both\n".utf8), to: stage.folder.file("clone/file"))
    try stage.git("add", "file")
    try stage.git("rebase", "--continue")
    #expect(try stage.now(one)?.sha == stage.id("HEAD"))
  }

  @Test func `a marked copy of the rewritten commit is not the commit itself`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one", file: "file", text: "topic")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main", file: "file", text: "main")
    try stage.git("checkout", "-q", "topic")
    stage.pass()
    stage.stop("rebase", "-q", "main")
    try File.writeAtomically(Array("both\n".utf8), to: stage.folder.file("clone/file"))
    try stage.git("add", "file")
    try stage.git("rebase", "--continue")
    let rebased = try stage.id("HEAD")
    try stage.git("checkout", "-q", "main")
    try stage.commit("more")
    stage.pass()
    try stage.git("cherry-pick", "-x", rebased)
    #expect(try stage.now(one)?.sha == rebased)
  }

  @Test func `of a squash and its amended version, the one that is on a branch first counts`()
    throws
  {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two"].map { try stage.commit($0) }
    for sha in own { try stage.note(sha) }
    try stage.git("checkout", "-q", "main")
    stage.pass()
    try stage.git("merge", "-q", "--squash", "topic")
    try stage.git("commit", "-q", "-m", "Both (#4)")
    let squash = try stage.id("HEAD")
    try stage.git("update-ref", "refs/remotes/origin/main", squash)
    try stage.git("branch", "-q", "-D", "topic")
    stage.pass()
    try stage.git("commit", "-q", "--amend", "--no-edit", "--reset-author")
    for sha in own { #expect(try stage.now(sha)?.sha == squash) }
  }

  @Test func `a branch that returns has the notes again`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    try stage.note(one)
    stage.pass()
    try stage.git("commit", "-q", "--amend", "-m", "other", "--reset-author")
    let other = try stage.id("HEAD")
    #expect(try stage.now(one)?.sha == other)
    try stage.git("checkout", "-q", "main")
    try stage.git("branch", "-q", "-D", "topic")
    #expect(try stage.now(one) == nil)
    try stage.git("reflog", "expire", "--expire=now", "--all")
    try stage.git("branch", "topic", other)
    let now = try stage.now(one)
    #expect(now?.sha == other)
    #expect(now?.evidence == .rewrite)
  }

  @Test func `a shallow clone that gets its history has the notes again`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    stage.pass()
    try stage.git("commit", "-q", "--amend", "-m", "other", "--reset-author")
    let other = try stage.id("HEAD")
    #expect(try stage.now(one)?.sha == other)
    let last = try stage.commit("two")
    let shallow = stage.folder.file("clone/.git/shallow")
    try File.writeAtomically(Array((last + "\n").utf8), to: shallow)
    #expect(try stage.now(one) == nil)
    try File.remove(shallow)
    #expect(try stage.now(one)?.sha == other)
  }

  // MARK: Copies

  @Test func `an amended commit that a remote branch keeps shows the note on both`() throws {
    let one = try stage.commit("one", text: "first")
    try stage.git("update-ref", "refs/remotes/origin/main", one)
    try stage.note(one)
    stage.pass()
    try File.writeAtomically(Array("second\n".utf8), to: stage.folder.file("clone/one"))
    try stage.git("commit", "-q", "-a", "--amend", "-m", "other", "--reset-author")
    let now = try stage.now(one)
    #expect(now?.sha == one)
    #expect(try stage.copies(one) == [stage.id("HEAD")])
    try stage.git("update-ref", "refs/remotes/origin/main", "HEAD")
    #expect(try stage.now(one)?.sha == stage.id("HEAD"))
  }

  @Test func `the last commit of a branch, made again on the same files, is no squash of it`()
    throws
  {
    let own = try ["one", "two", "three"].map { try stage.commit($0) }
    for sha in own { try stage.note(sha) }
    try stage.git("branch", "kept")
    stage.pass()
    try stage.rebase("1s/^pick/reword/", onto: "--root")
    stage.pass()
    try stage.git("commit", "-q", "--amend", "--no-edit", "--reset-author")
    #expect(try stage.id("HEAD^{tree}") == stage.id("kept^{tree}"))
    #expect(try stage.copies(own[0]) == [stage.id("HEAD~2")])
    #expect(try stage.copies(own[1]) == [stage.id("HEAD~1")])
    try stage.git("branch", "-q", "-D", "kept")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD"]) {
      #expect(try stage.now(sha)?.sha == stage.id(revision))
    }
  }

  @Test func `a cherry-pick with a conflict shows the note`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one", file: "file", text: "topic")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main", file: "file", text: "main")
    try stage.check()
    stage.pass()
    stage.stop("cherry-pick", one)
    try File.writeAtomically(Array("both\n".utf8), to: stage.folder.file("clone/file"))
    try stage.git("add", "file")
    try stage.git("cherry-pick", "--continue")
    #expect(try stage.copies(one) == [stage.id("HEAD")])
    #expect(try stage.now(one)?.sha == one)
  }
}
