import Diary
import Git
import GitTestSupport
import Platform
import TestSupport
import Testing

@Suite struct HistoryTests {
  let folder: TemporaryClone
  static let me = CommitAuthor.own(emails: ["a@example.com"])

  init() throws {
    folder = try TemporaryClone()
  }

  private func local(_ name: String = "clone") throws -> Clone {
    try Clone.find(from: folder.file(name), environment: folder.environment)
  }

  private func history(
    _ name: String = "clone", of writer: CommitAuthor = me, since known: SavedHistory? = nil,
    unpushedTo host: String? = nil
  ) throws -> CloneHistory {
    try local(name).history(of: writer, since: known, unpushedTo: host)
  }

  /// The history, read without git.
  private func historyWithoutGit(
    _ name: String = "clone", of writer: CommitAuthor = me, since known: SavedHistory,
    unpushedTo host: String? = nil
  ) throws -> CloneHistory {
    let environment = folder.environment.adding(["PATH": folder.file("nowhere")])
    return try Clone.find(from: folder.file(name), environment: environment)
      .history(of: writer, since: known, unpushedTo: host)
  }

  /// The commits that `git log` lists.
  private func listed(
    _ name: String = "clone",
    _ revisions: [String] = ["HEAD", "--branches", "--remotes", "--tags"],
    by addresses: [String] = ["a@example.com"]
  ) throws -> PackedCommits {
    let result = try Child.run(
      ["git", "log", "--format=%H %at %aE %ae"] + revisions, in: folder.file(name),
      environment: folder.environment)
    return PackedCommits(
      result.text.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        guard addresses.contains(words[2].lowercased()) || addresses.contains(words[3].lowercased())
        else { return nil }
        return PackedCommit(
          name: UInt64(words[0].prefix(16), radix: 16) ?? 0, authoredAt: Int64(words[1]) ?? 0)
      })
  }

  private func commit(_ message: String, by email: String = "a@example.com", _ more: String...)
    throws
  {
    folder.environment["GIT_AUTHOR_EMAIL"] = email
    try folder.git(["commit", "-q", "--allow-empty", "-m", message] + more)
  }

  // MARK: Authors

  @Test func `own commits match the addresses, ignoring case`() throws {
    try commit("one")
    try commit("two", by: "A@Example.COM")
    try commit("three", by: "other@example.com")
    try commit("four", by: "xa@example.com")
    try commit("five", by: "set@example.com")
    #expect(try history().commits.count == 2)
    try folder.git(["config", "user.email", "Set@example.com"])
    #expect(try history(of: .own(emails: [])).commits.count == 1)
    #expect(try history().commits.count == 3)
  }

  @Test func `GitHub's noreply addresses have the number of the account or not`() throws {
    try commit("one", by: "123+Octocat@users.noreply.github.com")
    try commit("two", by: "octocat@users.noreply.github.com")
    try commit("three", by: "123+octodog@users.noreply.github.com")
    try commit("four", by: "1+a@example.com")
    let own = ["octocat@users.noreply.github.com", "a@example.com"]
    #expect(try history(of: .own(emails: own)).commits.count == 2)
  }

  @Test func `an author matches part of a name or address`() throws {
    try commit("one", by: "ada.l@example.com")
    try commit("two", by: "adaxl@example.com")
    #expect(try history(of: .named("ADA.L")).commits.count == 1)
    #expect(try history(of: .named("저자 <ada")).commits.count == 2)
    #expect(try history(of: .named("--all")).commits.isEmpty)
  }

  @Test func `without an address there are no own commits`() throws {
    #expect(try history(of: .own(emails: [])).commits.isEmpty)
    try commit("one")
    #expect(throws: GitError.noAddress(path: folder.file("clone"))) {
      try history(of: .own(emails: []))
    }
  }

  @Test(arguments: [false, true])
  func `a mailmap merges addresses`(_ isBare: Bool) throws {
    for address in ["a@example.com", "old@x.org", "older@x.org", "b@example.com"] {
      try commit("by \(address)", by: address)
    }
    let map = "<new@x.org> <a@example.com>\n<new@x.org> <old@x.org>\n"
    try folder.commit("map", file: ".mailmap", text: map)
    let name = isBare ? "bare" : "clone"
    if isBare { try folder.git(["clone", "-q", "--bare", "clone", "bare"], in: folder.path) }
    let first = try history(name)
    #expect(first.commits == (try listed(name, by: ["new@x.org"])))
    #expect(try historyWithoutGit(name, since: first.known).effort == .none)
    try folder.commit("map", file: ".mailmap", text: map + "<new@x.org> <older@x.org>\n")
    if isBare { try folder.git(["fetch", "-q", "../clone", "main:main"], in: folder.file("bare")) }
    let second = try history(name, since: first.known)
    #expect(second.effort == .all)
    #expect(second.commits.count == first.commits.count + 1)
    #expect(second.commits == (try listed(name, by: ["new@x.org"])))
  }

  @Test func `notices changed settings, also in included files`() throws {
    try commit("one", by: "mine@x.org")
    try commit("two", by: "work@x.org")
    try File.writeAtomically(
      Array("[user]\n\temail = mine@x.org\n".utf8), to: folder.file("included"))
    try folder.git(["config", "include.path", folder.file("included")])
    let own = CommitAuthor.own(emails: [])
    let first = try history(of: own)
    #expect(first.commits == (try listed(by: ["mine@x.org"])))
    #expect(try historyWithoutGit(of: own, since: first.known).effort == .none)
    try File.writeAtomically(
      Array("[user]\n\temail = work@x.org\n".utf8), to: folder.file("included"))
    let second = try history(of: own, since: first.known)
    #expect(second.commits == (try listed(by: ["work@x.org"])))
    #expect(second.effort == .all)
  }

  // MARK: The saved history

  @Test func `starts no process when nothing has changed`() throws {
    try commit("one")
    try folder.git(["branch", "side"])
    try folder.git(["tag", "-m", "annotated", "v1"])
    let first = try history()
    #expect(first.effort == .all)
    let again = try historyWithoutGit(since: first.known)
    #expect(again.effort == .none)
    #expect(again.known == first.known)
    try folder.git(["pack-refs", "--all"])
    #expect(try historyWithoutGit(since: first.known).effort == .none)
    try folder.git(["stash", "--quiet"])
    try folder.git(["checkout", "-q", "side"])
    try folder.git(["notes", "add", "-m", "no history"])
    #expect(try historyWithoutGit(since: first.known).effort == .none)
    #expect(throws: GitError.gitMissing) {
      try historyWithoutGit(of: .named("x"), since: first.known)
    }
  }

  @Test func `reads only new commits`() throws {
    for number in 0..<20 { try commit("\(number)") }
    let first = try history()
    try commit("new")
    var read = 0
    let second = try local().history(of: Self.me, since: first.known) { read = $0 }
    #expect(second.effort == .update)
    #expect(read == 1)
    #expect(second.commits == (try listed()))
    #expect(second.commits.count == 21)
  }

  @Test func `drops rewritten commits`() throws {
    for number in 0..<5 { try commit("\(number)") }
    let first = try history()
    try commit("amended", "--amend")
    let second = try history(since: first.known)
    #expect(second.effort == .all)
    #expect(second.commits == (try listed()))
    #expect(second.commits.count == 5)
    try folder.git(["reset", "-q", "--hard", "HEAD~3"])
    let third = try history(since: second.known)
    #expect(third.commits == (try listed()))
    #expect(third.commits.count == 2)
  }

  @Test func `reads nothing again when a branch is gone that another one contains`() throws {
    try commit("one")
    try folder.git(["checkout", "-q", "-b", "topic"])
    try commit("two")
    try folder.git(["checkout", "-q", "main"])
    try folder.git(["merge", "-q", "--ff-only", "topic"])
    try commit("three")
    let first = try history()
    try folder.git(["branch", "-q", "-d", "topic"])
    try commit("four")
    var read = 0
    let second = try local().history(of: Self.me, since: first.known) { read = $0 }
    #expect(second.effort == .update)
    #expect(read == 1)
    #expect(second.commits == (try listed()))
  }

  @Test func `reads everything again after tips were garbage-collected`() throws {
    for number in 0..<5 { try commit("\(number)") }
    let first = try history()
    try commit("amended", "--amend")
    try folder.git(["reflog", "expire", "--expire=now", "--all"])
    try folder.git(["gc", "-q", "--prune=now"])
    let second = try history(since: first.known)
    #expect(second.effort == .all)
    #expect(second.commits == (try listed()))
  }

  @Test func `finds commits despite a wrong clock`() throws {
    // The commits after the 12th are dated 1998, as on a machine with a wrong clock.
    var script = ""
    for number in 1...30 {
      let isWrong = number > 12
      let branch = isWrong ? "wrong" : "right"
      let date = (isWrong ? 900_000_000 : 1_700_000_000) + number
      script += """
        commit refs/heads/\(branch)
        mark :\(number)
        author A <a@example.com> \(date) +0000
        committer A <a@example.com> \(date) +0000
        data 1
        \(number % 10)
        \(number == 13 ? "from :12\n" : "")

        """
    }
    let result = try Child.run(
      ["git", "fast-import", "--quiet"], in: folder.file("clone"), environment: folder.environment,
      input: Array(script.utf8))
    try #require(result.status.isSuccess, "\(result.errorText)")
    let first = try history()
    #expect(first.commits.count == 30)
    try folder.git(["branch", "-D", "right"])
    let second = try history(since: first.known)
    #expect(second.commits == first.commits)
  }

  @Test func `ignores saved data in another format`() throws {
    try commit("one")
    let first = try history()
    let bytes = first.known.bytes
    #expect(SavedHistory(bytes: bytes) == first.known)
    let damaged: [[UInt8]] = [[], [1], bytes.dropLast(), bytes + [0], [1] + bytes.dropFirst()]
    for bytes in damaged { #expect(SavedHistory(bytes: bytes) == nil) }
  }

  // MARK: Kinds of clones

  @Test func `a clone without commits has an empty history`() throws {
    let first = try history()
    #expect(first.commits.isEmpty)
    #expect(try historyWithoutGit(since: first.known).effort == .none)
    try commit("one")
    #expect(try history(since: first.known).commits.count == 1)
  }

  @Test(arguments: [["--bare"], ["--object-format=sha256"]])
  func `supports bare clones and SHA-256`(_ options: [String]) throws {
    try folder.git(["init", "-q"] + options + ["kind"], in: folder.path)
    let script = (1...9).map { number in
      """
      commit refs/heads/\(number % 3 == 0 ? "main" : "b\(number % 3)")
      author A <a@example.com> \(number) +0900
      committer A <a@example.com> \(number) +0000
      data 1
      x

      """
    }
    let result = try Child.run(
      ["git", "fast-import", "--quiet"], in: folder.file("kind"), environment: folder.environment,
      input: Array(script.joined().utf8))
    try #require(result.status.isSuccess)
    let first = try history("kind")
    #expect(first.commits.count == 9)
    #expect(first.commits == (try listed("kind")))
    #expect(try historyWithoutGit("kind", since: first.known).effort == .none)
    try folder.git(["branch", "-D", "b1"], in: folder.file("kind"))
    let second = try history("kind", since: first.known)
    #expect(second.effort == .all)
    #expect(second.commits == (try listed("kind")))
  }

  @Test func `reports a shallow clone and notices when it deepens`() throws {
    for number in 0..<6 { try commit("\(number)") }
    let origin = "file://" + folder.file("clone")
    try folder.git(["clone", "-q", "--depth=2", origin, "shallow"], in: folder.path)
    let first = try history("shallow")
    #expect(first.clone.isShallow)
    #expect(first.commits.count == 2)
    try folder.git(["fetch", "-q", "--unshallow"], in: folder.file("shallow"))
    let second = try history("shallow", since: first.known)
    #expect(!second.clone.isShallow)
    #expect(second.commits.count == 6)
  }

  @Test func `includes other working trees`() throws {
    try commit("one")
    try folder.git(["worktree", "add", "-q", "--detach", "../other"])
    try folder.git(["commit", "-q", "--allow-empty", "-m", "there"], in: folder.file("other"))
    let here = try history()
    #expect(here.commits.count == 2)
    #expect(try historyWithoutGit("other", since: here.known).effort == .none)
  }

  @Test func `leaves unusual references to git`() throws {
    try commit("one")
    try folder.git(["branch", "side"])
    try File.makeDirectory(folder.file("clone/.git/reftable"))
    try File.writeAtomically([1], to: folder.file("clone/.git/reftable/tables.list"))
    let first = try history()
    #expect(first.commits == (try listed()))
    #expect(try historyWithoutGit(since: first.known).effort == .none)
    try commit("two")
    try File.writeAtomically([2], to: folder.file("clone/.git/reftable/tables.list"))
    let second = try history(since: first.known)
    #expect(second.effort == .update)
    #expect(second.commits.count == 2)
  }

  @Test func `reads references of a reftable`() throws {
    let made = try Child.run(
      ["git", "init", "-q", "--ref-format=reftable", "table"], in: folder.path,
      environment: folder.environment)
    // Git before 2.45 does not support this format.
    guard made.status.isSuccess else { return }
    let commit = ["commit", "-q", "--allow-empty", "-m", "one"]
    try folder.git(commit, in: folder.file("table"))
    let first = try history("table")
    #expect(first.commits.count == 1)
    #expect(try historyWithoutGit("table", since: first.known).effort == .none)
    try folder.git(commit, in: folder.file("table"))
    #expect(try history("table", since: first.known).commits.count == 2)
  }

  @Test func `a damaged branch does not hide the others`() throws {
    try commit("one")
    try File.writeAtomically(Array("nonsense\n".utf8), to: folder.file("clone/.git/refs/heads/bad"))
    let first = try history()
    #expect(first.commits.count == 1)
    #expect(try historyWithoutGit(since: first.known).effort == .none)
  }

  @Test func `reports a damaged commit`() throws {
    try commit("one")
    let sha = try folder.git(["rev-parse", "HEAD"])
    try commit("two")
    let object = folder.file("clone/.git/objects/\(sha.prefix(2))/\(sha.dropFirst(2))")
    try File.remove(object)
    let error = #expect(throws: GitError.self) { try history() }
    guard case .broken(folder.file("clone"), let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!detail.isEmpty)
  }

  @Test func `does not read another user's clone`() throws {
    try commit("one")
    folder.environment["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1"
    #expect(throws: GitError.dubiousOwner(path: folder.file("clone"))) { try history() }
  }

  @Test func `keeps commits with impossible dates`() throws {
    let commits = ["99999999999999999 +0000", "253402300800 +0000", "nonsense", "0 +0000"].map {
      date in
      """
      tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904
      author A <a@example.com> \(date)
      committer A <a@example.com> 1700000000 +0000

      x
      """
    }
    try folder.git(["write-tree"])
    for (number, text) in commits.enumerated() {
      try File.writeAtomically(Array(text.utf8), to: folder.file("object"))
      let sha = try folder.git(["hash-object", "-t", "commit", "-w", "--literally", "../object"])
      try folder.git(["update-ref", "refs/heads/odd\(number)", sha])
    }
    let found = try history().commits
    #expect(found.count == 4)
    let tally = CommitTally([found])
    #expect(tally.days { _ in 0 }[Day(number: 0)] == 1)
  }

  // MARK: Unpushed commits

  @Test func `distinguishes pushed and unpushed commits`() throws {
    for number in 0..<3 { try commit("\(number)") }
    let none = try history(unpushedTo: "github.com")
    #expect(none.remotes.isEmpty)
    #expect(none.unpushed == none.commits)
    try folder.git(["remote", "add", "origin", "git@github.com:octocat/hello.git"])
    try folder.git(["remote", "add", "mirror", "https://example.com/octocat/hello"])
    try folder.git(["update-ref", "refs/remotes/origin/main", "HEAD~1"])
    try folder.git(["update-ref", "refs/remotes/mirror/main", "HEAD"])
    let first = try history(since: none.known, unpushedTo: "github.com")
    #expect(first.remotes == ["origin"])
    #expect(first.commits.count == 3)
    #expect(first.unpushed == (try listed("clone", ["HEAD", "--not", "--remotes=origin"])))
    #expect(first.unpushed.count == 1)
    #expect(try historyWithoutGit(since: first.known, unpushedTo: "github.com").effort == .none)
    #expect(try historyWithoutGit(since: first.known).unpushed == first.commits)
    // The state after a push.
    try folder.git(["update-ref", "refs/remotes/origin/main", "HEAD"])
    let second = try history(since: first.known, unpushedTo: "github.com")
    #expect(second.unpushed.isEmpty)
    #expect(second.commits.count == 3)
    #expect(try history(since: second.known, unpushedTo: "example.org").unpushed.count == 3)
  }

  // MARK: Random changes

  @Test(arguments: UInt64(0)..<15)
  func `an updated history equals a full read and git log`(
    _ seed: UInt64
  ) throws {
    var source = Seeded(seed)
    try folder.git(["remote", "add", "origin", "https://github.com/octocat/hello"])
    try commit("first")
    var known: SavedHistory?
    for step in 0..<6 {
      for _ in 0..<Int.random(in: 1...3, using: &source) { try change(step, &source) }
      let host = Bool.random(using: &source) ? "github.com" : nil
      let brought = try history(since: known, unpushedTo: host)
      let anew = try history(unpushedTo: host)
      #expect(brought.commits == anew.commits)
      #expect(brought.commits == (try listed()))
      if host != nil {
        #expect(brought.unpushed == anew.unpushed)
        #expect(
          brought.unpushed
            == (try listed("clone", ["HEAD", "--branches", "--not", "--remotes=origin"])))
      }
      #expect(try historyWithoutGit(since: brought.known, unpushedTo: host).effort == .none)
      known = brought.known
    }
  }

  /// Makes a random change to a clone.
  private func change(_ step: Int, _ source: inout Seeded) throws {
    let number = Int.random(in: 0...9999, using: &source)
    let email = ["a@example.com", "b@example.com", "A@EXAMPLE.com"].randomElement(using: &source)
    let zone = ["+0000", "+0900", "-0330"].randomElement(using: &source) ?? "+0000"
    let second = 1_600_000_000 + Int.random(in: 0...100_000_000, using: &source)
    folder.environment["GIT_AUTHOR_DATE"] = "\(second) \(zone)"
    // A quarter of the committer dates are out of order.
    let offset = seed(step, number)
    folder.environment["GIT_COMMITTER_DATE"] = "\(1_700_000_000 + offset) +0000"
    let branches = try Child.run(
      ["git", "for-each-ref", "--format=%(refname:short)", "refs/heads"],
      in: folder.file("clone"), environment: folder.environment
    ).text.split(separator: "\n").map(String.init)
    let branch = branches.randomElement(using: &source) ?? "main"
    switch Int.random(in: 0...11, using: &source) {
    case 0...3: try commit("\(number)", by: email ?? "")
    case 4: try commit("\(number)", by: email ?? "", "--amend")
    case 5: try folder.git(["checkout", "-q", "-B", "b\(number)", branch])
    case 6:
      try folder.git(
        ["merge", "-q", "--no-ff", "--allow-unrelated-histories", "-s", "ours", "-m", "merge"]
          + branches.prefix(4))
    case 7:
      let head = try folder.git(["symbolic-ref", "--short", "HEAD"])
      if branch != head { try folder.git(["branch", "-q", "-D", branch]) }
    case 8: try folder.git(["tag", "-f", "-m", "annotated", "t\(number % 3)", branch])
    case 9: try folder.git(["update-ref", "refs/remotes/origin/main", branch])
    case 10: try folder.git(["pack-refs", "--all"])
    default:
      try folder.git(["reflog", "expire", "--expire=now", "--all"])
      try folder.git(["gc", "-q", "--prune=now"])
    }
  }

  private func seed(_ step: Int, _ number: Int) -> Int {
    number % 4 == 0 ? -(number * 50_000) : step * 1000 + number % 1000
  }
}
