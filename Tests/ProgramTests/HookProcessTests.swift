import Platform
import Testing

@testable import ProgramSupport

/// The hook with git: what it records.
@Suite struct HookProcessTests {
  private func rewritten(_ sandbox: Sandbox, in folder: String = ".git") throws -> [[Substring]] {
    let bytes = try File.read("\(sandbox.directory)/\(folder)/commitdiary/rewritten")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
  }

  private func ids(_ sandbox: Sandbox, _ revisions: String) throws -> [Substring] {
    try sandbox.shell("git rev-list \(revisions)").split(separator: "\n")
  }

  @Test func `records amended and rebased commits`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("hook", "install").status == 0)
    let first = try ids(sandbox, "HEAD")
    try sandbox.shell("git commit -q --amend --allow-empty -m amended")
    let second = try ids(sandbox, "HEAD")
    #expect(try rewritten(sandbox) == [[first[0], second[0]]])
    try sandbox.shell(
      "for i in 1 2 3; do echo $i > f$i; git add f$i; git commit -q -m $i; done")
    let before = try ids(sandbox, "HEAD~3..HEAD")
    try sandbox.shell(
      "git rebase -q -f HEAD~3", environment: ["GIT_COMMITTER_DATE": "1700009999 +0000"])
    let after = try ids(sandbox, "HEAD~3..HEAD")
    #expect(Set(try rewritten(sandbox).dropFirst()) == Set(zip(before, after).map { [$0, $1] }))
    // The journal is not opened.
    #expect(!File.exists(sandbox.journal))
  }

  @Test func `works with spaces and quotes in paths, in worktrees, and beside other hooks`() throws
  {
    let sandbox = try Sandbox(clone: "it's \"a\" clone")
    try sandbox.shell(
      """
      set -e; mkdir -p .git/hooks; cp "$commitdiary" "$sandbox/it's commitdiary"
      printf '#!/bin/sh\\ncat > "$(dirname "$0")/seen"\\nexit 5\\n' > .git/hooks/post-rewrite
      chmod +x .git/hooks/post-rewrite
      "$sandbox/it's commitdiary" hook install
      git worktree add -q "$sandbox/tree"; cd "$sandbox/tree"; git commit -q --amend --allow-empty -m tree
      """)
    let pairs = try rewritten(sandbox)
    #expect(pairs.count == 1 && pairs[0].allSatisfy { $0.utf8.count == 40 })
    let seen = try File.read(sandbox.directory + "/.git/hooks/seen")
    #expect(String(decoding: seen, as: UTF8.self) == "\(pairs[0][0]) \(pairs[0][1])\n")
    // The program is gone.
    try sandbox.shell(
      "rm \"$sandbox/it's commitdiary\"; git commit -q --amend --allow-empty -m again")
    #expect(try rewritten(sandbox).count == 1)
  }

  @Test func `git never fails because of the hook`() throws {
    let sandbox = try Sandbox()
    try sandbox.run("hook", "install")
    for obstacle in [
      "mkdir -p .git/commitdiary/rewritten", "rm -r .git/commitdiary; touch .git/commitdiary",
      "rm .git/commitdiary; mkdir .git/commitdiary; mkfifo .git/commitdiary/rewritten",
      "rm -r .git/commitdiary; ln -s \"$sandbox\" .git/commitdiary",
    ] {
      let outcome = try sandbox.script(
        "\(obstacle); git commit -q --amend --allow-empty -m \"$RANDOM$$\"")
      #expect(outcome.status == 0 && outcome.error == "", "\(obstacle)")
    }
    #expect(!File.exists(sandbox.file("rewritten")))
  }
}
