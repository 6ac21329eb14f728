import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Notes of a clone in a notes reference of git, both ways.
@Suite(.inProcess) struct NotesMirrorTests: SandboxUser {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox.withOrigin(commits: "git commit -q --allow-empty -m 'The third commit'")
  }

  private func note(_ id: String) throws -> JSONValue { try json("notes", "show", id, "--deleted") }

  private func tip() throws -> String {
    String(try git("rev-parse --verify -q refs/notes/commitdiary || true").trimmed)
  }

  // MARK: Writing

  @Test func `a lock file that git left behind is named`() throws {
    try add("HEAD", "--title", "A note")
    try sandbox.shell("mkdir -p .git/refs/notes && touch .git/refs/notes/commitdiary.lock")
    try sandbox.run("notes", "mirror", "on").expect(
      1, error: "refs/notes/commitdiary is locked by /", ".git/refs/notes/commitdiary.lock")
    try sandbox.shell("rm .git/refs/notes/commitdiary.lock && touch .git/config.lock")
    try sandbox.run("notes", "mirror", "on").expect(1, error: ".git/config is locked by /")
  }

  @Test func `is off until it is turned on`() throws {
    try add("private")
    #expect(try json("notes", "mirror")["on"] == false)
    #expect(try tip().isEmpty)
    try run("notes", "mirror", "off").expect(output: "Off")
  }

  @Test func `notes are shown by git log, with their ids and tags`() throws {
    let id = try add("--title", "Why the cache", "--body", "It was slow.", "--tag", "perf")
    let state = try json("notes", "mirror", "on")
    #expect(
      state == [
        "repo": "github.com/octocat/hello", "on": true, "ref": "refs/notes/commitdiary",
        "notes": 1, "leftAlone": 0, "notWritten": 0, "removed": 0,
        "fetchedFrom": ["origin"], "purgePendingAt": [], "pushedTo": .null,
      ])
    let log = try git("log -1 --format=%N --notes=commitdiary")
    #expect(
      log.trimmed == """
        Why the cache

        It was slow.

        Commitdiary-Note: \(id) 2026-11-21T09:00:00+09:00
        Commitdiary-Tags: perf
        """)
  }

  @Test func `every change of a note is written`() throws {
    try turnOn()
    let id = try add("one")
    #expect(try gitNotes("show HEAD").contains("one"))
    try run("notes", "edit", id, "--body", "two")
    #expect(try gitNotes("show HEAD").contains("two"))
    try run("notes", "move", id, "HEAD~1")
    #expect(try gitNotes("show HEAD~1").contains("two"))
    #expect(try gitNotes("list HEAD || echo none").contains("none"))
    try run("notes", "delete", id, "--yes")
    #expect(try gitNotes("list").isEmpty)
    try run("notes", "restore", id)
    #expect(try gitNotes("show HEAD~1").contains("two"))
    try run("notes", "edit", id, "--tag", "perf")
    try run("tags", "rename", "perf", "speed", "--yes")
    #expect(try gitNotes("show HEAD~1").contains("speed"))
    try run("notes", "move", id, "none")
    #expect(try gitNotes("list").isEmpty)
    #expect(try git("fsck --no-dangling 2>&1 || echo bad").contains("bad") == false)
  }

  @Test func `only notes on commits of this repository are written`() throws {
    try add("here")
    try add("--no-commit", "--body", "about the repository")
    try sandbox.add("--body", "other repository, same name of a commit")
    try sandbox.run("notes", "add", "--repo", "octocat/other", "--no-commit", "--body", "secret")
    let deleted = try add("deleted")
    try run("notes", "delete", deleted, "--yes")
    try turnOn()
    #expect(try gitNotes("list").split(separator: "\n").count == 1)
    let text = try gitNotes("show HEAD")
    #expect(text.contains("here") && !text.contains("deleted") && !text.contains("secret"))
  }

  @Test func `several notes on a commit are one git note`() throws {
    let first = try add("one")
    let second = try mirrored("two")
    let text = try gitNotes("show HEAD")
    #expect(text.contains("Note: \(first)") && text.contains("Note: \(second)"))
    try run("notes", "delete", first, "--yes")
    #expect(try gitNotes("show HEAD").contains("one") == false)
    #expect(try gitNotes("show HEAD").contains("two"))
  }

  @Test func `writes from another directory too`() throws {
    let id = try mirrored("one")
    try run("notes", "edit", id, "--body", "from home", in: sandbox.file("home"))
    #expect(try gitNotes("show HEAD").contains("from home"))
  }

  @Test func `turning it off leaves the reference and stops writing`() throws {
    let id = try mirrored("one")
    let before = try tip()
    try run("notes", "mirror", "off").expect(error: "git update-ref -d refs/notes/commitdiary")
    try run("notes", "edit", id, "--body", "two")
    #expect(try tip() == before)
    try turnOn()
    #expect(try gitNotes("show HEAD").contains("two"))
    #expect(try json("notes", "history", id)["versions"]?.array?.count == 2)
  }

  // MARK: Reading

  @Test func `what others wrote is read once`() throws {
    try turnOn()
    try gitNotes("add -m 'Looks good' -m 'Really.' HEAD~1")
    let first = try json("notes", "list")["notes"]?.array
    #expect(first?.map { $0["title"] } == ["Looks good"])
    #expect(first?.first?["body"]?.string == "Looks good\n\nReally.")
    #expect(first?.first?["commit"]?["message"]?.string == "The second commit")
    // The git note of the other person stays as it is.
    #expect(try gitNotes("show HEAD~1") == "Looks good\n\nReally.")
    for _ in 0..<2 {
      try run("notes", "mirror", "on")
      #expect(try sandbox.notes().count == 1)
    }
    try run("notes", "mirror", "off")
    try turnOn()
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `an edit with git is a new version`() throws {
    let id = try add("--title", "T", "--body", "one\n\n\n# two  \nthree\n", "--tag", "x")
    let other = try mirrored("--title", "U", "--body", "# kept\n\n\nas it is\n")
    let editor = try sandbox.makeScript("editor", "sed -i -e 's/three/four/' \"$1\"")
    try sandbox.shell("GIT_EDITOR='\(editor)' git notes --ref commitdiary edit HEAD")
    let changed = try note(id)
    #expect(changed["body"]?.string == "one\n\n\n# two  \nfour\n")
    #expect(changed["tags"] == ["x"])
    #expect(try note(other)["body"]?.string == "# kept\n\n\nas it is\n")
    #expect(try json("notes", "history", other)["versions"]?.array?.count == 1)
  }

  @Test func `both changes of a note are merged and kept`() throws {
    let id = try mirrored("--title", "T", "--body", "first\nmiddle\nlast")
    let saved = try tip()
    try run("notes", "edit", id, "--body", "first, here\nmiddle\nlast")
    // A colleague has changed the note before ours arrived.
    try git("update-ref refs/notes/commitdiary \(saved)")
    try sandbox.shell(
      """
      git notes --ref commitdiary show HEAD | sed 's/last/last, there/' > "$sandbox/new"
      git notes --ref commitdiary add -f -F "$sandbox/new" HEAD
      """)
    try run("notes", "list")
    #expect(try note(id)["body"]?.string == "first, here\nmiddle\nlast, there")
    #expect(try gitNotes("show HEAD").contains("first, here\nmiddle\nlast, there"))
    let history = try json("notes", "history", id)["versions"]?.array
    #expect(history?.map { $0["body"]?.string }.contains("first\nmiddle\nlast, there") == true)
  }

  @Test func `conflicting changes keep both texts`() throws {
    let id = try mirrored("--title", "T", "--body", "base")
    let saved = try tip()
    try run("notes", "edit", id, "--body", "ours")
    try git("update-ref refs/notes/commitdiary \(saved)")
    try sandbox.shell(
      """
      git notes --ref commitdiary show HEAD | sed 's/base/theirs/' > "$sandbox/new"
      git notes --ref commitdiary add -f -F "$sandbox/new" HEAD
      """)
    try run("notes", "list")
    #expect(try note(id)["body"]?.string == "ours\ntheirs")
  }

  @Test func `a note that was removed with git stays in the journal`() throws {
    let id = try mirrored("one")
    try gitNotes("remove HEAD")
    for _ in 0..<2 { #expect(try sandbox.notes().count == 1) }
    #expect(try gitNotes("list").isEmpty)
    let state = try json("notes", "mirror")
    #expect(state["notes"] == 0 && state["removed"] == 1 && state["notWritten"] == 0)
    #expect(try run("notes", "mirror").output.contains("1 note was removed with git"))
    try run("notes", "edit", id, "--body", "two")
    #expect(try gitNotes("show HEAD").contains("two"))
    #expect(try json("notes", "mirror")["removed"] == 0)
  }

  @Test func `a note that was changed here is not deleted with git`() throws {
    let id = try mirrored("one")
    let saved = try tip()
    try run("notes", "edit", id, "--body", "two")
    try git("update-ref refs/notes/commitdiary \(saved)")
    try gitNotes("remove HEAD")
    #expect(try sandbox.notes().count == 1)
    #expect(try gitNotes("show HEAD").contains("two"))
  }

  @Test func `a reference that was removed or replaced deletes nothing`() throws {
    try mirrored("one")
    try git("update-ref -d refs/notes/commitdiary")
    #expect(try sandbox.notes().count == 1)
    #expect(try gitNotes("show HEAD").contains("one"))
    try sandbox.shell(
      """
      git notes --ref other add -m foreign HEAD~2
      git update-ref refs/notes/commitdiary refs/notes/other
      """)
    #expect(try sandbox.notes().count == 2)
    #expect(try gitNotes("list").split(separator: "\n").count == 2)
  }

  @Test func `text appended with git is a note of its own`() throws {
    let id = try mirrored("one")
    try gitNotes("append -m 'me too' HEAD")
    let notes = try sandbox.notes()
    #expect(Set(notes.map { $0["body"]?.string }) == ["one", "me too"])
    #expect(try note(id)["body"]?.string == "one")
    #expect(
      try gitNotes("show HEAD").split(separator: "\n").count { $0.hasPrefix("Commitdiary-Note") }
        == 2)
    try run("notes", "list")
    #expect(try sandbox.notes().count == 2)
  }

  @Test func `a copied git note is not a second note`() throws {
    try mirrored("one")
    try gitNotes("copy HEAD HEAD~1")
    #expect(try sandbox.notes().count == 1)
    try add("two", "-c", "HEAD~1")
    let text = try gitNotes("show HEAD~1")
    #expect(text.contains("one") && text.contains("two"))
    #expect(try sandbox.notes().count == 2)
  }

  @Test func `a note that was moved with git is moved`() throws {
    let id = try mirrored("one")
    try gitNotes("copy HEAD HEAD~1")
    try gitNotes("remove HEAD")
    try run("notes", "list")
    let moved = try note(id)
    #expect(moved["deletedAt"] == .null)
    #expect(moved["commit"]?["message"]?.string == "The second commit")
  }

  @Test func `a purged note is neither in the reference nor in its history`() throws {
    let id = try add("hunter2")
    try mirrored("kept", "-c", "HEAD~1")
    try run("notes", "edit", id, "--body", "harmless")
    try run("notes", "delete", id, "--purge", "--yes").expect(error: "gc --prune=now")
    #expect(try git("log -p refs/notes/commitdiary").contains("hunter2") == false)
    #expect(try git("log -g -p refs/notes/commitdiary 2>&1 || true").contains("hunter2") == false)
    #expect(try gitNotes("show HEAD~1").contains("kept"))
    try git("gc -q --prune=now")
    let rest = try sandbox.shell(
      """
      git cat-file --batch-all-objects --batch-check='%(objectname)' |
        git cat-file --batch | grep -c hunter2 || true
      """)
    #expect(rest.trimmed == "0")
    // A colleague who still has it does not bring it back.
    try gitNotes("add -f -m 'hunter2\n\nCommitdiary-Note: \(id)' HEAD")
    #expect(try sandbox.notes().count == 1)
    #expect(try gitNotes("list HEAD || echo none").contains("none"))
  }

  // MARK: References of any form

  @Test func `notes in any fan-out are read and stay where they are`() throws {
    let head = String(try git("rev-parse HEAD").trimmed)
    let second = String(try git("rev-parse HEAD~1").trimmed)
    func split(_ sha: String, _ depth: Int) -> String {
      (0..<depth).map { String(sha.dropFirst($0 * 2).prefix(2)) + "/" }.joined()
        + sha.dropFirst(depth * 2)
    }
    try sandbox.shell(
      """
      a=$(echo deep | git hash-object -w --stdin)
      b=$(echo flat | git hash-object -w --stdin)
      export GIT_INDEX_FILE="$sandbox/index"
      git update-index --add --cacheinfo 100644,$a,\(split(head, 3)) \
        --cacheinfo 100644,$b,\(second) --cacheinfo 100644,$a,README \
        --cacheinfo 100644,$a,de/ad/beef --cacheinfo 120000,$a,\(split(head, 1))x
      git update-ref refs/notes/commitdiary $(git commit-tree -m notes $(git write-tree))
      """)
    try turnOn()
    let notes = try sandbox.notes()
    #expect(Set(notes.map { $0["body"]?.string }) == ["deep", "flat"])
    let id = try #require(notes.first { $0["body"] == "deep" }?["id"]?.string)
    try run("notes", "edit", id, "--body", "deeper")
    let files = try git("ls-tree -r --name-only refs/notes/commitdiary").split(separator: "\n")
    #expect(files.map(String.init).contains(split(head, 3)))
    #expect(files.contains("README") && files.contains("de/ad/beef"))
    #expect(try gitNotes("show HEAD").contains("deeper"))
  }

  @Test func `many notes are written with fan-out, and read back`() throws {
    var history = ImportedHistory()
    for number in 0..<300 { history.commit(at: 1_700_000_000 + number) }
    try sandbox.make("many", of: history)
    let folder = sandbox.file("many")
    try sandbox.shell(
      """
      cd "$sandbox/many"
      git rev-list HEAD | while read sha; do echo "N inline $sha"; echo 'data 3'; echo abc; done |
        (echo 'commit refs/notes/commitdiary'; echo 'committer A <a@b> 1700000000 +0000';
         echo 'data 0'; cat) | git fast-import --quiet
      """)
    try run("notes", "mirror", "on", in: folder)
    #expect(try sandbox.notes("--repo", folder).count == 300)
    try run("notes", "mirror", "on", "--ref", "copy", in: folder)
    let paths = try sandbox.shell("git -C '\(folder)' ls-tree -r --name-only refs/notes/copy")
    #expect(paths.split(separator: "\n").count == 300)
    #expect(paths.split(separator: "\n").allSatisfy { $0.utf8.count == 41 })
    #expect(try sandbox.shell("git -C '\(folder)' notes --ref copy list | wc -l").trimmed == "300")
  }

  @Test func `notes of other programs that are not text are left alone`() throws {
    try sandbox.shell(
      """
      printf 'a\\0b' > "$sandbox/nul"; printf '\\377\\376' > "$sandbox/latin"
      head -c 1100000 /dev/zero | tr '\\0' a > "$sandbox/large"
      for name in nul:HEAD latin:HEAD~1 large:HEAD~2; do
        blob=$(git hash-object -w "$sandbox/${name%:*}")
        git notes --ref commitdiary add -C $blob ${name#*:}
      done
      """)
    let state = try json("notes", "mirror", "on")
    #expect(state["leftAlone"]?.integer == 3 && state["notes"]?.integer == 0)
    #expect(try sandbox.notes().isEmpty)
    let before = try tip()
    try add("text")
    #expect(try tip() == before)
    #expect(try json("notes", "mirror")["notWritten"]?.integer == 1)
    #expect(try run("notes", "mirror").output.contains("3 other git notes are left as they are"))
  }

  @Test func `notes on commits that the clone lacks are left alone`() throws {
    let missing = String(repeating: "ab", count: 20)
    try sandbox.shell(
      """
      a=$(echo gone | git hash-object -w --stdin)
      tree=$(printf '100644 blob %s\\t\(missing)\\n' $a | git mktree)
      git update-ref refs/notes/commitdiary $(git commit-tree -m notes $tree)
      """)
    #expect(try json("notes", "mirror", "on")["leftAlone"]?.integer == 1)
    #expect(try sandbox.notes().isEmpty)
    try add("here")
    #expect(try git("ls-tree -r --name-only refs/notes/commitdiary").contains(missing))
  }

  @Test func `a reference that is a link, a FIFO or a branch is refused`() throws {
    try add("one")
    let head = try git("rev-parse HEAD")
    func refused(_ words: String...) throws {
      let outcome = try sandbox.run(["notes", "mirror", "on"] + words)
      #expect(outcome.status != 0 && outcome.status < 7, "\(outcome.testDescription)")
      #expect(outcome.error.split(separator: "\n").count <= 2, "\(outcome.error)")
      #expect(try json("notes", "mirror")["on"] == false)
    }
    try git("symbolic-ref refs/notes/commitdiary refs/heads/main")
    try refused()
    try git("symbolic-ref --delete refs/notes/commitdiary")
    try sandbox.shell("mkdir -p .git/refs/notes && mkfifo .git/refs/notes/commitdiary")
    try refused()
    try sandbox.shell("rm .git/refs/notes/commitdiary; echo junk > .git/refs/notes/commitdiary")
    try refused()
    try sandbox.shell(
      """
      rm .git/refs/notes/commitdiary
      git update-ref refs/notes/commitdiary $(echo x | git hash-object -w --stdin)
      """)
    try refused()
    try git("update-ref -d refs/notes/commitdiary")
    for name in ["refs/heads/main", "a..b", "", "-x", "a b", "x.lock", "refs/notes/"] {
      try refused("--ref", name)
    }
    #expect(try git("rev-parse HEAD") == head)
    try run("notes", "mirror", "on", "--ref", "review")
    #expect(try git("notes --ref review show HEAD").contains("one"))
  }

  @Test func `a git that fails never fails the save`() throws {
    try turnOn()
    try sandbox.shell("mkdir -p .git/refs/notes && touch .git/refs/notes/commitdiary.lock")
    let outcome = try sandbox.run("notes", "add", "kept").expect(0, output: "Saved")
    #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
    try sandbox.shell("rm .git/refs/notes/commitdiary.lock")
    try add("second")
    let text = try gitNotes("show HEAD")
    #expect(text.contains("kept") && text.contains("second"))
    #expect(try sandbox.shell("ls .git | grep -c fast_import_crash || true").trimmed == "0")
  }

  @Test func `nothing that the clone configures is run`() throws {
    let trap = try sandbox.makeScript("trap", "touch '\(sandbox.file("ran"))'")
    try sandbox.shell(
      """
      for hook in reference-transaction pre-push post-commit post-rewrite pre-auto-gc; do
        mkdir -p .git/hooks && cp '\(trap)' .git/hooks/$hook
      done
      git config core.hooksPath "$PWD/.git/hooks"
      git config core.fsmonitor '\(trap)'
      git config core.sshCommand '\(trap)'
      git config gpg.program '\(trap)'
      git config commit.gpgSign true
      git config core.editor '\(trap)'
      rm -f "$sandbox/ran"
      """)
    try mirrored("one")
    try add("two")
    #expect(!File.exists(sandbox.file("ran")))
  }

  @Test func `works in worktrees, bare and SHA-256 repositories`() throws {
    try mirrored("one")
    try git("worktree add -q '\(sandbox.file("tree"))' HEAD~1")
    try run("notes", "add", "in the tree", in: sandbox.file("tree"))
    #expect(try gitNotes("show HEAD~1").contains("in the tree"))
    try sandbox.shell(
      """
      cd "$sandbox" && git init -q --object-format=sha256 -b main long && cd long
      git commit -q --allow-empty -m long
      """)
    let long = sandbox.file("long")
    try run("notes", "mirror", "on", in: long)
    try run("notes", "add", "long name", in: long)
    #expect(
      try sandbox.shell("git -C '\(long)' notes --ref commitdiary show HEAD").contains("long name"))
  }

  // MARK: Pushing

  @Test func `is pushed only when asked, and merged with what the remote has`() throws {
    try sandbox.shell(
      """
      git init -q --bare -b main "$sandbox/server.git"
      git remote add server "$sandbox/server.git"
      """)
    let id = try mirrored("one")
    func server(_ command: String) throws -> String {
      try sandbox.shell("git -C \"$sandbox/server.git\" \(command)")
    }
    #expect(try server("for-each-ref").isEmpty)
    #expect(try json("notes", "mirror", "on", "--push", "server")["pushedTo"]?.string == "server")
    #expect(try server("for-each-ref --format='%(refname)'").trimmed == "refs/notes/commitdiary")
    // A colleague pushes another note and an edit of ours.
    try sandbox.shell(
      """
      git push -q server HEAD:refs/heads/main
      git clone -q "$sandbox/server.git" "$sandbox/colleague" && cd "$sandbox/colleague"
      git fetch -q origin refs/notes/commitdiary:refs/notes/commitdiary
      git notes --ref commitdiary add -m 'from a colleague' HEAD~1
      git push -q origin refs/notes/commitdiary
      """)
    try run("notes", "edit", id, "--body", "one, edited")
    try run("notes", "mirror", "on", "--push", "server")
    #expect(
      Set(try sandbox.notes().map { $0["body"]?.string }) == ["one, edited", "from a colleague"])
    #expect(
      try server("rev-parse refs/notes/commitdiary").trimmed
        == git("rev-parse refs/notes/commitdiary").trimmed)
    // A purge replaces the history at the remote too.
    try run("notes", "delete", id, "--purge", "--yes")
    try run("notes", "mirror", "on", "--push", "server")
    #expect(try server("log -p refs/notes/commitdiary").contains("edited") == false)
    let failed = try sandbox.run("notes", "mirror", "on", "--push", "nowhere").expect(2)
    #expect(failed.error.split(separator: "\n").count == 2)
    #expect(try sandbox.run("notes", "mirror", "--push", "server").status == 2)
    #expect(try sandbox.run("notes", "mirror", "on", "--push", "-x").status == 2)
  }
}
