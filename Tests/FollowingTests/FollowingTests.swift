import Diary
import Following
import Git
import GitTestSupport
import Platform
import Testing

/// Where a commit is after git has rewritten it, operation by operation.
@Suite struct FollowingTests {
  private let stage: FollowingStage

  init() throws {
    stage = try FollowingStage()
    try stage.commit("base", file: "base")
  }

  private func expect(
    _ old: String, isNow revision: String, by evidence: CommitEvidence? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let now = try stage.now(old)
    #expect(try now?.sha == stage.id(revision), sourceLocation: location)
    if let evidence { #expect(now?.evidence == evidence, sourceLocation: location) }
  }

  // MARK: Nothing rewritten

  @Test func `a commit on a branch stays where it is`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    try expect(one, isNow: "HEAD", by: .id)
    try stage.commit("two")
    #expect(try stage.check().places.isEmpty)
    try expect(one, isNow: "HEAD~1", by: .id)
  }

  @Test func `nothing is read again if nothing has changed`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    let again = try stage.check()
    #expect(again.places.isEmpty && again.facts.isEmpty)
  }

  @Test func `a commit that only a tag keeps is not on a branch`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("tag", "kept")
    try stage.git("reset", "-q", "--hard", "HEAD~1")
    #expect(try stage.now(one) == nil)
    try stage.git("reset", "-q", "--hard", "kept")
    try expect(one, isNow: one, by: .id)
  }

  // MARK: Amend

  @Test(arguments: [
    ["-m", "another message"], ["--reset-author", "--no-edit"],
    ["--date", "1690000000 +0000", "--no-edit"],
  ])
  func `an amend is recorded by git`(_ options: [String]) throws {
    let one = try stage.commit("one")
    try stage.note(one)
    stage.pass()
    try stage.folder.git(["commit", "-q", "--amend"] + options)
    try expect(one, isNow: "HEAD", by: .rewrite)
  }

  @Test func `an amend of the content is followed, again and again`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    for number in 1...3 {
      try File.writeAtomically(
        Array("text \(number)\n".utf8), to: stage.folder.file("clone/one"))
      try stage.git("commit", "-q", "-a", "--amend", "--no-edit")
      if number == 2 { try stage.check() }
    }
    try expect(one, isNow: "HEAD", by: .rewrite)
  }

  @Test(arguments: [true, false])
  func `without reflogs, the author, the date and the subject are enough`(
    _ keepsSubject: Bool
  ) throws {
    try stage.git("config", "core.logAllRefUpdates", "false")
    let one = try stage.commit("one")
    try stage.note(one)
    try File.remove(stage.folder.file("clone/.git/logs/HEAD"))
    try File.remove(stage.folder.file("clone/.git/logs/refs/heads/main"))
    try File.writeAtomically(Array("more\n".utf8), to: stage.folder.file("clone/one"))
    try stage.git("commit", "-q", "-a", "--amend", "-m", keepsSubject ? "one\n\nmore" : "other")
    if keepsSubject {
      try expect(one, isNow: "HEAD", by: .author)
    } else {
      #expect(try stage.now(one) == nil)
      #expect(try stage.candidates(one) == [stage.id("HEAD")])
    }
  }

  // MARK: Rebase

  private func branches() throws -> [String] {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two", "three"].map { try stage.commit($0) }
    try stage.git("checkout", "-q", "main")
    try stage.commit("main")
    try stage.git("checkout", "-q", "topic")
    return own
  }

  @Test func `a clean rebase keeps patch and date`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.git("rebase", "-q", "main")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD"]) {
      try expect(sha, isNow: revision, by: .patch)
    }
  }

  @Test func `a rebase without a check in between is followed too`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.forgetLooks()
    try stage.git("rebase", "-q", "main")
    try stage.git("commit", "-q", "--amend", "-m", "renamed")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD"]) {
      try expect(sha, isNow: revision)
    }
  }

  @Test func `a rebase with a conflict is followed`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one", file: "base", text: "mine")
    let two = try stage.commit("two")
    try stage.note(one)
    try stage.note(two)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main", file: "base", text: "theirs")
    stage.stop("rebase", "-q", "main", "topic")
    try File.writeAtomically(Array("both\n".utf8), to: stage.folder.file("clone/base"))
    try stage.git("add", "base")
    try stage.git("rebase", "--continue")
    try expect(one, isNow: "topic~1", by: .author)
    try expect(two, isNow: "topic", by: .patch)
  }

  @Test func `reordered commits are followed`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.rebase("1{h;d}", "2{G}", onto: "HEAD~3")
    try expect(own[0], isNow: "HEAD~1")
    try expect(own[1], isNow: "HEAD~2")
    try expect(own[2], isNow: "HEAD")
  }

  @Test func `a reworded commit is followed`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    stage.folder.environment["GIT_EDITOR"] = "sed -i s/^two/TWO/"
    try stage.rebase("2s/^pick/reword/", onto: "main")
    #expect(try stage.git("log", "-1", "--format=%s", "HEAD~1") == "TWO")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD"]) {
      try expect(sha, isNow: revision)
    }
  }

  @Test func `a dropped commit is nowhere, and its neighbors are found`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.rebase("2s/^pick/drop/", onto: "HEAD~3")
    try expect(own[2], isNow: "HEAD")
    #expect(try stage.now(own[1]) == nil)
    #expect(try stage.candidates(own[1]).isEmpty)
  }

  @Test func `commits of one second are told apart by their patches`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two", "three"].map { try stage.commit($0, at: 1_700_000_500) }
    for sha in own { try stage.note(sha) }
    try stage.git("checkout", "-q", "main")
    try stage.commit("main")
    try stage.git("rebase", "-q", "main", "topic")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD"]) {
      try expect(sha, isNow: revision, by: .patch)
    }
  }

  @Test func `a dropped commit of the same second as others is not taken for one of them`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two", "three"].map { try stage.commit($0, at: 1_700_000_500) }
    try stage.note(own[2])
    try stage.git("reset", "-q", "--hard", "HEAD~1")
    #expect(try stage.now(own[2]) == nil && stage.candidates(own[2]).isEmpty)
    try stage.forgetLooks()
    #expect(try stage.now(own[2]) == nil && stage.candidates(own[2]).isEmpty)
  }

  @Test func `an aborted rebase changes nothing`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one", file: "base", text: "mine")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main", file: "base", text: "theirs")
    stage.stop("rebase", "-q", "main", "topic")
    try stage.git("rebase", "--abort")
    try expect(one, isNow: one, by: .id)
  }

  // MARK: Squash

  @Test func `squash and fixup lines fold a commit into the one before`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.rebase("2s/^pick/squash/", onto: "HEAD~3")
    try expect(own[0], isNow: "HEAD~1")
    try expect(own[1], isNow: "HEAD~1", by: .squash)
    try expect(own[2], isNow: "HEAD")
  }

  @Test func `a commit is folded while the branch moves`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.rebase("3s/^pick/fixup/", onto: "main")
    try expect(own[0], isNow: "HEAD~1")
    try expect(own[1], isNow: "HEAD")
    try expect(own[2], isNow: "HEAD", by: .squash)
  }

  @Test func `autosquash folds a commit into the one that it names`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    let two = try stage.commit("two")
    let fix = try stage.commit("fixup! one", file: "one", text: "better")
    for sha in [one, two, fix] { try stage.note(sha) }
    stage.folder.environment["GIT_SEQUENCE_EDITOR"] = "true"
    try stage.git("rebase", "-q", "-i", "--autosquash", "main")
    try expect(one, isNow: "HEAD~1")
    try expect(two, isNow: "HEAD")
    try expect(fix, isNow: "HEAD~1", by: .squash)
  }

  @Test(arguments: [true, false])
  func `a squash merge contains the commits of a deleted branch`(movesMain: Bool) throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two", "three"].map { try stage.commit($0) }
    for sha in own.prefix(2) { try stage.note(sha) }
    try stage.git("checkout", "-q", "main")
    if movesMain { try stage.commit("main") }
    stage.pass()
    try stage.git("merge", "-q", "--squash", "topic")
    try stage.git("commit", "-q", "-m", "Add all (#12)")
    try stage.git("branch", "-q", "-D", "topic")
    for sha in own.prefix(2) { try expect(sha, isNow: "HEAD", by: .squash) }
  }

  @Test func `a squash of a branch that is kept is a copy, and the place when it is gone`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two"].map { try stage.commit($0) }
    for sha in own { try stage.note(sha) }
    try stage.git("checkout", "-q", "main")
    stage.pass()
    try stage.git("merge", "-q", "--squash", "topic")
    try stage.git("commit", "-q", "-m", "Add all (#12)")
    let squash = try stage.id("HEAD")
    for sha in own {
      #expect(try stage.copies(sha) == [squash])
      try expect(sha, isNow: sha, by: .id)
    }
    try stage.git("branch", "-q", "-D", "topic")
    for sha in own { try expect(sha, isNow: squash, by: .squash) }
  }

  @Test func `GitHub's squash of one commit has another date`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main")
    stage.pass()
    try stage.git("merge", "-q", "--squash", "topic")
    try stage.git("commit", "-q", "-m", "One (#7)")
    try stage.git("branch", "-q", "-D", "topic")
    try expect(one, isNow: "HEAD", by: .squash)
  }

  @Test func `a rebased branch is found in its squash`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.git("rebase", "-q", "main")
    try stage.git("checkout", "-q", "main")
    stage.pass()
    try stage.git("merge", "-q", "--squash", "topic")
    try stage.git("commit", "-q", "-m", "All (#3)")
    try stage.git("branch", "-q", "-D", "topic")
    for sha in own { try expect(sha, isNow: "HEAD", by: .squash) }
  }

  // MARK: Twins and copies

  @Test func `a commit keeps its note when the same patch is made again`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    stage.pass()
    try stage.git("revert", "--no-edit", "HEAD")
    stage.pass()
    try stage.commit("one", text: nil)
    try expect(one, isNow: one, by: .id)
    #expect(try stage.copies(one).isEmpty)
    stage.pass()
    try stage.git("revert", "--no-edit", "HEAD")
    try stage.git("revert", "--no-edit", "HEAD")
    #expect(try stage.places(of: one).count == 1)
  }

  @Test func `the same patch with another date is only a candidate`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.git("branch", "-q", "-D", "topic")
    stage.pass()
    try stage.commit("main")
    let twin = try stage.commit("one")
    #expect(try stage.now(one) == nil)
    #expect(try stage.candidates(one) == [twin])
  }

  @Test func `a cherry-pick shows the note, which stays`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main")
    try stage.git("cherry-pick", one)
    try expect(one, isNow: one, by: .id)
    #expect(try stage.copies(one) == [stage.id("HEAD")])
    try stage.git("branch", "-q", "-D", "topic")
    try expect(one, isNow: "HEAD", by: .patch)
  }

  @Test func `two copies are both shown`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("checkout", "-q", "main")
    try stage.commit("main")
    try stage.git("cherry-pick", one)
    try stage.git("checkout", "-q", "-b", "release", "main~1")
    try stage.commit("release")
    try stage.git("cherry-pick", one)
    try stage.git("branch", "-q", "-D", "topic")
    #expect(try stage.now(one) == nil)
    #expect(try stage.candidates(one) == [stage.id("main"), stage.id("release")])
  }

  @Test func `a rebased branch takes precedence over a copy elsewhere`() throws {
    let own = try branches()
    try stage.note(own[0])
    try stage.git("checkout", "-q", "-b", "release", "main~1")
    try stage.commit("release")
    try stage.git("cherry-pick", own[0])
    try stage.git("rebase", "-q", "main", "topic")
    try expect(own[0], isNow: "topic~2", by: .patch)
    #expect(try stage.copies(own[0]) == [stage.id("release")])
  }

  // MARK: Records of other programs

  @Test func `what a hook recorded is followed in chains, and loops end`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("reset", "-q", "--hard", "HEAD~1")
    stage.pass()
    let other = try stage.commit("other")
    let between = String(repeating: "ab", count: 20)
    stage.reported = [
      RewriteRecord(.hook, old: one, new: between), RewriteRecord(.hook, old: between, new: one),
      RewriteRecord(.hook, old: between, new: other),
    ]
    try expect(one, isNow: other, by: .rewrite)
  }

  @Test func `the map of filter-repo is followed`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("checkout", "-q", "--orphan", "new")
    stage.pass()
    let new = try stage.commit("filtered")
    try stage.git("branch", "-q", "-M", "new", "main")
    try stage.git("reflog", "expire", "--expire=now", "--all")
    try File.makeDirectory(stage.folder.file("clone/.git/filter-repo"))
    try File.writeAtomically(
      Array("old                                      new\n\(one) \(new)\n".utf8),
      to: stage.folder.file("clone/.git/filter-repo/commit-map"))
    try expect(one, isNow: new, by: .rewrite)
  }

  @Test func `a replacement is not taken for the commit itself`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.commit("two")
    try stage.git("replace", one, "HEAD")
    try expect(one, isNow: one, by: .id)
  }

  @Test func `a rebase starts from what git replace has put in place of a commit`() throws {
    let own = try branches()
    for one in own { try stage.note(one) }
    stage.folder.environment["GIT_EDITOR"] =
      "sed -i 's/^author .*/author Eve <eve@example.com> 1710000000 +0000/'"
    try stage.git("replace", "--edit", own[1])
    stage.folder.environment["GIT_EDITOR"] = "true"
    try stage.rebase("1{h;d};2{G}", onto: "main")
    for (one, revision) in zip(own, ["HEAD~1", "HEAD~2", "HEAD"]) {
      #expect(try stage.now(one)?.sha == stage.id(revision))
    }
  }

  /// Writes a copy of `HEAD` with a header or message line, and returns its id.
  private func written(
    _ change: String, message: String, parent: String = "HEAD~1", at seconds: Int
  ) throws -> String {
    try File.writeAtomically(
      Array(
        """
        tree \(stage.id("HEAD^{tree}"))
        parent \(stage.id(parent))
        author A <a@example.com> \(seconds) +0000
        committer C <c@example.com> \(seconds) +0000
        \(change)
        \(message)

        """.utf8), to: stage.folder.file("clone/raw"))
    return try stage.git("hash-object", "-t", "commit", "-w", "raw")
  }

  @Test func `the change id of jj is followed, and divergent changes are candidates`() throws {
    try stage.commit("two")
    let change = "change-id kkmpptqpvxtzvwymlysszsoknxtqpvxy\n"
    let one = try written(change, message: "one", at: 1_700_000_900)
    try stage.git("reset", "-q", "--hard", one)
    try stage.note(one)
    let other = try written(change, message: "other", at: 1_700_001_900)
    try stage.git("reset", "-q", "--hard", other)
    try expect(one, isNow: other, by: .changeID)
    let third = try written(change, message: "third", parent: "HEAD~1", at: 1_700_002_900)
    try stage.git("branch", "divergent", third)
    let fourth = try written(change, message: "fourth", parent: "HEAD~1", at: 1_700_003_900)
    try stage.git("reset", "-q", "--hard", fourth)
    #expect(try stage.now(one) == nil)
    #expect(try stage.candidates(one) == [third, fourth])
  }

  @Test func `the trailer of Gerrit is followed`() throws {
    try stage.commit("two")
    let id = "I0123456789012345678901234567890123456789"
    let one = try written("", message: "one\n\nChange-Id: \(id)", at: 1_700_000_900)
    try stage.git("reset", "-q", "--hard", one)
    try stage.note(one)
    let other = try written("", message: "other\n\nChange-Id: \(id)", at: 1_700_001_900)
    try stage.git("reset", "-q", "--hard", other)
    try expect(one, isNow: other, by: .changeID)
  }

  // MARK: Pushed branches

  @Test func `a pushed branch that is folded leaves notes on commits of their own`() throws {
    try stage.git("checkout", "-q", "-b", "topic")
    let own = try ["one", "two", "three", "four"].map { try stage.commit($0) }
    for sha in own { try stage.note(sha) }
    try stage.git("update-ref", "refs/remotes/origin/topic", "HEAD")
    try stage.check()
    stage.pass()
    try stage.rebase("1s/^pick/reword/", "4s/^pick/fixup/", onto: "main")
    // The tree is that of the branch of the remote, where the old commits still are.
    for sha in own { #expect(try stage.now(sha)?.sha == sha) }
    #expect(try stage.copies(own[1]).isEmpty || stage.copies(own[1]) == [stage.id("HEAD~1")])
    try stage.git("update-ref", "refs/remotes/origin/topic", "HEAD")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD", "HEAD"]) {
      #expect(try stage.now(sha)?.sha == stage.id(revision))
    }
  }

  @Test func `candidates stay candidates when other commits appear`() throws {
    try stage.git("config", "core.logAllRefUpdates", "false")
    let one = try stage.commit("one")
    try stage.note(one)
    for log in ["HEAD", "refs/heads/main"] {
      try File.remove(stage.folder.file("clone/.git/logs/\(log)"))
    }
    // Two versions of the same author and date, one of them on the branch of a remote.
    for (message, branch) in [("remote", "refs/remotes/origin/main"), ("local", "")] {
      try File.writeAtomically(Array("\(message)\n".utf8), to: stage.folder.file("clone/one"))
      try stage.git("commit", "-q", "-a", "--amend", "--no-edit")
      if !branch.isEmpty { try stage.git("update-ref", branch, "HEAD") }
    }
    let both = try Set([stage.id("HEAD"), stage.id("origin/main")])
    for later in ["two", "three"] {
      #expect(try stage.now(one) == nil)
      #expect(try stage.candidates(one) == both)
      try stage.commit(later)
    }
  }

  // MARK: Kinds of clones

  @Test func `a clone with SHA-256 is followed`() throws {
    let stage = try FollowingStage(["--object-format=sha256"])
    try stage.commit("base")
    let one = try stage.commit("one")
    try stage.note(one)
    #expect(one.count == 64)
    try stage.git("commit", "-q", "--amend", "-m", "other")
    #expect(try stage.now(one)?.sha == stage.id("HEAD"))
  }

  @Test func `a rewritten commit in another working tree is followed`() throws {
    try stage.git("worktree", "add", "-q", "-b", "topic", "../tree")
    let tree = stage.folder.file("tree")
    try stage.folder.git(["commit", "-q", "--allow-empty", "-m", "one"], in: tree)
    let one = try stage.folder.git(["rev-parse", "HEAD"], in: tree)
    try stage.note(one)
    stage.pass()
    try stage.folder.git(
      ["commit", "-q", "--amend", "--allow-empty", "--reset-author", "-m", "x"], in: tree)
    try expect(one, isNow: "topic", by: .rewrite)
  }

  @Test func `a clone whose old commits are gone is followed`() throws {
    let own = try branches()
    for sha in own { try stage.note(sha) }
    try stage.git("rebase", "-q", "main")
    try stage.git("reflog", "expire", "--expire=now", "--all")
    try stage.git("gc", "-q", "--prune=now")
    for (sha, revision) in zip(own, ["HEAD~2", "HEAD~1", "HEAD"]) {
      try expect(sha, isNow: revision, by: .patch)
    }
  }

  @Test func `special files in the folder of git do not block`() throws {
    let one = try stage.commit("one")
    try stage.note(one)
    try stage.git("commit", "-q", "--amend", "-m", "other")
    let folder = stage.folder.file("clone/.git")
    try stage.git("config", "core.logAllRefUpdates", "false")
    for path in ["logs/HEAD", "logs/refs/heads/main", "ORIG_HEAD"] {
      try? File.remove("\(folder)/\(path)")
      _ = try Child.run(["mkfifo", "\(folder)/\(path)"], environment: stage.folder.environment)
    }
    try File.makeDirectory(folder + "/filter-repo")
    try File.makeDirectory(folder + "/commitdiary")
    for path in ["filter-repo/commit-map", "commitdiary/rewritten"] {
      _ = try Child.run(["mkfifo", "\(folder)/\(path)"], environment: stage.folder.environment)
    }
    #expect(try stage.folder.clone().rewriteSpool.pairs().isEmpty)
    try expect(one, isNow: "HEAD")
  }
}
