import JSON
import Platform
import Testing

@testable import ProgramSupport

/// `hook`: installing and removing the hook of git, beside hooks of others.
@Suite(.inProcess) struct HookTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var hook: String { sandbox.directory + "/.git/hooks/post-rewrite" }
  private var previous: String { hook + ".before-commitdiary" }

  /// Everything about the files in a folder that could change: type, mode, contents and targets.
  private func state(of folder: String) throws -> String {
    try sandbox.shell(
      """
      [ -e "$folder" ] || exit 0
      cd "$folder" && find . -printf '%p %y %m %l\\n' | sort && find . -type f | sort | xargs -r -d '\\n' md5sum
      """, environment: ["folder": folder])
  }

  private func install(in folder: String? = nil) throws -> JSONValue {
    let value = try sandbox.json("hook", "install", in: folder)
    #expect(Shape.hook.faults(in: value) == [])
    return value
  }

  private func remove(in folder: String? = nil) throws {
    try sandbox.run("hook", "remove", in: folder).expect(0)
  }

  @Test func `reports what it did, and does nothing a second time`() throws {
    #expect(try sandbox.run("hook").output.hasPrefix("commitdiary’s hook is not installed"))
    let before = try state(of: ".git/hooks")
    #expect(try install()["installed"] == true)
    #expect(File.permissions(hook) == 0o755)
    let installed = try state(of: ".git/hooks")
    let inode = FileState(of: hook)?.inode
    try sandbox.run("hook", "install").expect(0, error: "No changes").expectExactly(
      output: "The hook is installed: \(hook)\n")
    #expect(try state(of: ".git/hooks") == installed && FileState(of: hook)?.inode == inode)
    #expect(try sandbox.run("hook", "status").output == "The hook is installed: \(hook)\n")
    try remove()
    #expect(try state(of: ".git/hooks") == before)
    #expect(try sandbox.run("hook", "install").output == "Installed the hook: \(hook)\n")
    try remove()
    try sandbox.run("hook", "remove").expect(0, error: "is not installed")
  }

  @Test func `a hook that was changed is not called missing`() throws {
    _ = try install()
    try sandbox.shell("echo '# mine' >> .git/hooks/post-rewrite")
    let outcome = try sandbox.run("hook", "status").expect(without: "is not installed")
    #expect(outcome.status != 0 && outcome.error.contains(hook), "\(outcome.testDescription)")
  }

  /// A hook that exists already, as a shell script that makes it.
  @Test(arguments: [
    "printf '#!/bin/sh\\nexit 3\\n' > post-rewrite; chmod 750 post-rewrite",
    // Not executable.
    "printf '#!/bin/sh' > post-rewrite; chmod 644 post-rewrite",
    // Links, also to nothing.
    "printf '#!/bin/sh\\n' > mine; chmod +x mine; ln -s mine post-rewrite",
    "ln -s nowhere post-rewrite",
    // Bytes, nothing, and no folder.
    "printf '\\377\\376\\n' > post-rewrite; chmod +x post-rewrite",
    ": > post-rewrite; chmod 4755 post-rewrite", "cd ..; rm -r hooks",
    // A linked folder.
    "cd ..; mv hooks \"$sandbox/hooks\"; ln -s \"$sandbox/hooks\" hooks; echo x > hooks/post-rewrite",
  ])
  func `removing leaves everything as it was`(existing: String) throws {
    try sandbox.shell("mkdir -p .git/hooks; cd .git/hooks; \(existing)")
    let before = try state(of: ".git")
    let elsewhere = try state(of: sandbox.file("hooks"))
    _ = try install()
    #expect(try state(of: ".git") + state(of: sandbox.file("hooks")) != before + elsewhere)
    try remove()
    #expect(try state(of: ".git") == before)
    #expect(try state(of: sandbox.file("hooks")) == elsewhere)
  }

  @Test(arguments: ["status 3", "reading", "reading none"])
  func `the previous hook gets its arguments and input, and its status counts`(kind: String) throws
  {
    let body =
      switch kind {
      case "reading": "{ echo \"$@\"; cat; } > \"\(sandbox.file("seen"))\""
      case "reading none": "echo \"$@\" > \"\(sandbox.file("seen"))\""
      default: "exit 3"
      }
    try sandbox.shell(
      "mkdir -p .git/hooks; printf '%s\\n' '#!/bin/sh' \"$body\" > .git/hooks/post-rewrite; chmod +x .git/hooks/post-rewrite",
      environment: ["body": body])
    #expect(try install()["previous"]?.string == previous)
    let input = "old new\nold\\n new  extra\n\n\n"
    let outcome = try sandbox.script(
      ".git/hooks/post-rewrite rebase 'two words'", input: Array(input.utf8))
    let seen = (try? File.read(sandbox.file("seen"))).map { String(decoding: $0, as: UTF8.self) }
    switch kind {
    case "reading": #expect(seen == "rebase two words\n" + input && outcome.status == 0)
    case "reading none": #expect(seen == "rebase two words\n" && outcome.status == 0)
    default: #expect(outcome.status == 3)
    }
    #expect(outcome.output == "" && outcome.error == "")
  }

  @Test func `git works after the program was removed`() throws {
    _ = try install()
    let sha = try sandbox.shell("git rev-parse HEAD")
    try sandbox.script("git commit -q --amend --allow-empty -m amended").expect(0).expectExactly(
      output: "", error: "")
    #expect(try sandbox.shell("git rev-parse HEAD") != sha)
    try sandbox.script("git commit -q --allow-empty -m more; git rebase -q -f --root").expect(0)
      .expectExactly(error: "")
  }

  @Test func `leaves another folder of hooks alone`() throws {
    try sandbox.shell("git config core.hooksPath .husky/_")
    let before = try state(of: ".git")
    try sandbox.run("hook", "install").expectRefusal(1, "/.husky/_", "hook record")
    #expect(try state(of: ".git") == before)
    #expect(try sandbox.json("hook", "status")["managedBy"] == "core.hooksPath")
    try sandbox.shell("git config core.hooksPath \"$sandbox/shared\"")
    try sandbox.run("hook", "install").expectRefusal(1)
    #expect(try sandbox.run("hook").output.contains("core.hooksPath"))
    try sandbox.shell("git config core.hooksPath .git/hooks")
    #expect(try install()["managedBy"] == .null)
    try remove()
  }

  @Test func `does not remove what was changed`() throws {
    _ = try install()
    try sandbox.shell("echo 'echo mine' >> .git/hooks/post-rewrite")
    let before = try state(of: ".git/hooks")
    try sandbox.run("hook", "remove").expectRefusal(1)
    try sandbox.run("hook", "install").expectRefusal(1)
    #expect(try state(of: ".git/hooks") == before)
    // Another hook in its place, while the previous one is still kept.
    try sandbox.shell(
      "cd .git/hooks; echo a > post-rewrite; echo b > post-rewrite.before-commitdiary")
    try sandbox.run("hook", "install").expectRefusal(1)
    #expect(try sandbox.run("hook", "remove").status == 0)
    #expect(try sandbox.shell("cat .git/hooks/post-rewrite*") == "a\nb\n")
    try sandbox.shell("cd .git/hooks; rm post-rewrite*; mkfifo post-rewrite")
    try sandbox.run("hook", "install").expectRefusal(1)
  }

  @Test func `an interrupted installation can be repeated or undone`() throws {
    try sandbox.shell(
      "mkdir -p .git/hooks; cd .git/hooks; echo a > post-rewrite; ln post-rewrite post-rewrite.before-commitdiary"
    )
    #expect(try install()["previous"]?.string == previous)
    try remove()
    #expect(try sandbox.shell("cat .git/hooks/post-rewrite*") == "a\n")
    try sandbox.shell("cd .git/hooks; ln post-rewrite post-rewrite.before-commitdiary")
    try remove()
    #expect(try sandbox.shell("cat .git/hooks/post-rewrite*") == "a\n")
    let before = try state(of: ".git/hooks")
    try sandbox.shell(
      "cd .git/hooks; echo x > .commitdiary-a1B2c3; echo x > .post-rewrite.new-commitdiary")
    _ = try install()
    try remove()
    #expect(try state(of: ".git/hooks") == before)
  }

  @Test func `works in worktrees, and fails outside of clones`() throws {
    try sandbox.shell("git worktree add -q \"$sandbox/tree\"; mkdir \"$sandbox/plain\"")
    #expect(try install(in: sandbox.file("tree"))["path"]?.string == hook)
    #expect(try sandbox.json("hook")["installed"] == true)
    try remove(in: sandbox.file("tree"))
    try sandbox.run("hook", "install", in: sandbox.file("plain")).expectRefusal(2)
    try sandbox.run("hook", in: sandbox.file("plain")).expectRefusal(2)
  }

  @Test func `works with an invalid configuration`() throws {
    try File.makeDirectory(sandbox.file("config/commitdiary"))
    try sandbox.shell("echo '{' > \"$sandbox/config/commitdiary/config.json\"")
    #expect(try install()["installed"] == true)
  }
}
