import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// Notes on the commits of pull requests that were merged on GitHub, after their branches were
/// changed elsewhere and deleted.
@Suite(.inProcess) struct PullRequestTests {
  private let stage: GitHubStage

  init() throws {
    stage = try GitHubStage(World(.octocats("hello", 1, commits: 2)), clone: "clone")
    try stage.sandbox.shell(
      """
      git remote add origin https://github.com/octocat/hello.git
      git update-ref refs/remotes/origin/main main; git checkout -q -b topic
      """)
  }

  private var sandbox: Sandbox { stage.sandbox }

  /// Commits a file on a branch, and adds a note to the commit.
  private func commit(_ name: String, at seconds: Int) throws {
    try sandbox.shell(
      "echo \(name) > \(name); git add .; git commit -q --date '\(seconds) +0900' -m 'Add \(name)'",
      environment: ["GIT_COMMITTER_DATE": "\(seconds) +0900"])
    try sandbox.run("notes", "add", "--body", "About \(name)")
  }

  /// Changes the content of all commits of the branch in another clone, merges it there, and fetches
  /// the result. The branch is deleted here.
  private func mergeElsewhere(
    _ number: Int, by command: String, replacing: String = "git commit -q --amend --no-edit"
  ) throws {
    let text = try sandbox.shell(
      """
      set -e
      git clone -q . "$sandbox/elsewhere"; cd "$sandbox/elsewhere"
      git checkout -q -b main origin/main; git checkout -q -b changed main
      export GIT_COMMITTER_DATE='1700008000 +0000'
      for commit in $(git rev-list --reverse main..origin/topic); do
        git cherry-pick $commit >/dev/null; echo more > $commit; git add .; \(replacing)
      done
      git log --reverse --format='%H %at %an' main..changed
      export GIT_AUTHOR_DATE='1700009000 +0000' GIT_COMMITTER_DATE='1700009000 +0000'
      git checkout -q main; \(command)
      """)
    let parts = text.split(separator: "\n").map { line -> World.Commit in
      let fields = line.split(separator: " ", maxSplits: 2).map(String.init)
      let author = World.Signature(
        fields[2], "author@example.com", login: "octocat", date: Int(fields[1]) ?? 0)
      return World.Commit(fields[0], "Changed", author: author)
    }
    let merge = try sandbox.shell(
      """
      git checkout -q main
      git fetch -q "$sandbox/elsewhere" main:refs/remotes/origin/main --force
      git merge -q --ff-only origin/main; git branch -q -D topic; git rev-parse HEAD
      """)
    stage.gitHub.change { world in
      world.edit("octocat/hello") {
        $0.pullRequests.append(
          World.PullRequest(number, mergeCommit: merge.filter { $0 != "\n" }, commits: parts))
      }
    }
  }

  private static let squash =
    "git merge -q --squash changed >/dev/null; git commit -q -m 'Add both (#12)'"

  /// The queries for pull requests by number.
  private var questions: [IncomingRequest] {
    stage.gitHub.requests(to: "/graphql").filter {
      String(decoding: $0.body, as: UTF8.self).contains("pullRequest(number")
    }
  }

  private func notes(_ revision: String = "HEAD") throws -> [String: String] {
    let outcome = try sandbox.json("notes", "list", "--commit", revision, "--offline")
    let notes = outcome["notes"]?.array ?? []
    return Dictionary(
      uniqueKeysWithValues: notes.map { note in
        let by = note["commit"]?["now"]?["by"]?.string ?? "nowhere"
        return (note["body"]?.string ?? "", by)
      })
  }

  @Test func `a squash has the notes of a branch that was changed elsewhere`() throws {
    try commit("a", at: 1_700_001_000)
    try commit("b", at: 1_700_002_000)
    try mergeElsewhere(12, by: Self.squash)
    try sandbox.run("notes", "show", "HEAD", "--offline").expectRefusal(3)
    try stage.refresh()
    #expect(questions.count == 1)
    try sandbox.run("notes", "show", "HEAD", "--offline").expect(output: "About a", "About b")
    #expect(try notes() == ["About a": "squash", "About b": "squash"])
    #expect(try sandbox.run("why", "a", "--offline").output.contains("About a"))
    // A merged pull request is not fetched again, and a later look finds nothing else.
    try stage.refresh()
    #expect(questions.count == 1)
    try sandbox.shell("git commit -q --allow-empty -m More")
    #expect(try notes("HEAD~1").count == 2)
    #expect(try sandbox.run("notes", "show", "HEAD").status == 3)
  }

  @Test func `a branch that is still here also has its notes`() throws {
    try commit("a", at: 1_700_001_000)
    try sandbox.shell("git branch kept")
    try mergeElsewhere(12, by: Self.squash)
    try stage.refresh()
    #expect(try notes("HEAD") == ["About a": "id"] && notes("kept") == ["About a": "id"])
    // After the branch was deleted, the notes are on the squash.
    try sandbox.shell("git branch -q -D kept")
    #expect(try notes("HEAD") == ["About a": "squash"])
  }

  @Test func `the button that rebases keeps each note on its commit`() throws {
    try commit("a", at: 1_700_001_000)
    try commit("b", at: 1_700_002_000)
    try mergeElsewhere(
      12,
      by: """
        unset GIT_AUTHOR_DATE; git commit -q --allow-empty -m Before
        git cherry-pick main..changed >/dev/null
        """)
    try stage.refresh()
    #expect(questions.isEmpty)
    #expect(try notes("HEAD") == ["About b": "author"])
    #expect(try notes("HEAD~1") == ["About a": "author"])
  }

  @Test func `the button that merges keeps each note on its commit`() throws {
    try commit("a", at: 1_700_001_000)
    try mergeElsewhere(
      12, by: "git merge -q --no-ff -m 'Merge pull request #12 from octocat/topic' changed")
    try stage.refresh()
    #expect(try notes("HEAD^2") == ["About a": "author"])
    try sandbox.run("notes", "show", "HEAD").expectRefusal(3)
  }

  @Test func `only what the pull request contains is in its squash`() throws {
    try commit("a", at: 1_700_001_000)
    try commit("b", at: 1_700_002_000)
    // The second commit was dropped elsewhere, and the first one was given another author date.
    try mergeElsewhere(
      12, by: Self.squash, replacing: "git commit -q --amend --no-edit --date '1700007000 +0000'")
    try stage.refresh()
    #expect(try notes() == [:])
    #expect(questions.count == 1)
  }

  @Test func `numbers without a merged pull request are fetched once, open ones again`() throws {
    try commit("a", at: 1_700_001_000)
    try mergeElsewhere(12, by: Self.squash)
    let later = ["GIT_COMMITTER_DATE": "1700010000 +0000"]
    try sandbox.shell(
      "for number in $(seq 20 69); do git commit -q --allow-empty -m \"Issue (#$number)\"; done",
      environment: later)
    stage.gitHub.change { world in
      world.edit("octocat/hello") { $0.pullRequests.append(World.PullRequest(20, .open)) }
    }
    #expect(try stage.refresh()["skipped"] == [] && questions.count == 3)
    #expect(try notes("main~50") == ["About a": "squash"])
    // The note is in a squash now, so that nothing is left to ask for.
    try stage.refresh()
    #expect(questions.count == 3)
    try sandbox.shell(
      "git checkout -q -b new; git commit -q --allow-empty -m New", environment: later)
    try sandbox.run("notes", "add", "--body", "New")
    try sandbox.shell(
      "git checkout -q main; git branch -q -D new; git commit -q --allow-empty -m 'Issue (#20)'",
      environment: later)
    try stage.refresh()
    #expect(questions.count == 4)
  }

  @Test func `a repository that the account cannot see is no error`() throws {
    try commit("a", at: 1_700_001_000)
    try mergeElsewhere(12, by: Self.squash)
    stage.gitHub.change { $0.delete("octocat/hello") }
    #expect(try stage.refresh()["skipped"] == [])
    #expect(try notes() == [:])
  }

  @Test func `reads all pages of a long pull request`() throws {
    try commit("a", at: 1_700_001_000)
    try mergeElsewhere(12, by: Self.squash)
    stage.gitHub.change { world in
      world.edit("octocat/hello") {
        $0.pullRequests[0].commits = World.work(150, 3) + $0.pullRequests[0].commits
      }
    }
    try stage.refresh()
    #expect(questions.count == 2)
    #expect(try notes() == ["About a": "squash"])
  }
}
