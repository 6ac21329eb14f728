import Platform
import Testing

@testable import ProgramSupport

/// Clones from an untrusted source: programs that their settings name are not run.
@Suite struct UntrustedCloneTests {
  /// Sets a program in every setting, attribute, hook and variable that makes git run one. The
  /// clone has a signed commit, and a commit with a missing file that a partial clone would fetch.
  private static let plant = """
    set -e
    printf '#!/bin/sh\\necho "$0" "$@" >> "%s/ran"\\n' "$sandbox" > "$sandbox/mark"
    chmod +x "$sandbox/mark"
    mark="$sandbox/mark"
    echo one > file; git add file; git commit -q -m 'Add a file'
    echo two > file; git add file; git commit -q -m 'Change it'
    git cat-file commit HEAD > "$sandbox/commit"
    { sed '/^$/q' "$sandbox/commit" | sed '$d'
      printf 'gpgsig -----BEGIN PGP SIGNATURE-----\\n \\n x\\n -----END PGP SIGNATURE-----\\n'
      sed -n '/^$/,$p' "$sandbox/commit"; } > "$sandbox/signed"
    git reset -q --soft "$(git hash-object -t commit -w "$sandbox/signed")"
    echo three > file; git add file; git commit -q -m 'Change it again'
    blob=$(git rev-parse HEAD:file)
    rm -f ".git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-)"
    mkdir "$sandbox/hooks"
    for hook in applypatch-msg post-checkout post-commit post-index-change pre-auto-gc \\
      pre-commit query-watchman reference-transaction update fsmonitor-watchman; do
      cp "$mark" ".git/hooks/$hook"; cp "$mark" "$sandbox/hooks/$hook"
    done
    printf '* diff=x filter=x merge=x\\n' | tee .gitattributes > .git/info/attributes
    printf '[core]\\n\\tfsmonitor = %s\\n' "$mark" > "$sandbox/included"
    cat >> .git/config <<END
    [core]
      repositoryformatversion = 1
      fsmonitor = $mark
      hooksPath = $sandbox/hooks
      pager = $mark
      editor = $mark
      askPass = $mark
      sshCommand = $mark
      gitProxy = $mark
      alternateRefsCommand = $mark
      attributesFile = $PWD/.gitattributes
    [extensions]
      partialClone = lazy
    [remote "origin"]
      url = https://github.com/octocat/hello
      uploadpack = $mark
    [remote "lazy"]
      url = ext::$mark %S
      promisor = true
      partialclonefilter = blob:none
      uploadpack = $mark
    [protocol]
      allow = always
    [protocol "ext"]
      allow = always
    [pager]
      log = $mark
      config = $mark
      diff-tree = $mark
      rev-list = $mark
    [diff]
      external = $mark
      submodule = log
    [diff "x"]
      command = $mark
      textconv = $mark
    [filter "x"]
      clean = $mark
      smudge = $mark
      process = $mark
      required = true
    [merge "x"]
      driver = $mark
    [log]
      showSignature = true
    [gpg]
      program = $mark
    [gpg "ssh"]
      program = $mark
      defaultKeyCommand = $mark
    [credential]
      helper = !$mark
    [uploadpack]
      packObjectsHook = $mark
    [sequence]
      editor = $mark
    [user]
      email = author@example.com
    [interactive]
      diffFilter = $mark
    [trailer "x"]
      key = X
      ifmissing = add
      command = $mark
    [submodule]
      recurse = true
    [gc]
      auto = 1
    [maintenance]
      auto = true
    [include]
      path = $sandbox/included
    [alias]
      log = !$mark
      config = !$mark
      rev-parse = !$mark
      rev-list = !$mark
      cat-file = !$mark
      diff-tree = !$mark
      patch-id = !$mark
      for-each-ref = !$mark
      check-mailmap = !$mark
      worktree = !$mark
      blame = !$mark
      ls-files = !$mark
      diff-index = !$mark
    END
    touch file
    """

  private func plantedVariables(_ sandbox: Sandbox) -> [String: String] {
    let names = [
      "GIT_ASKPASS", "GIT_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_PROXY_COMMAND",
      "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "SSH_ASKPASS",
    ]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, sandbox.file("mark")) })
  }

  @Test func `runs no command named in a clone's settings`() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(Self.plant)
    let variables = plantedVariables(sandbox)
    // A check that git itself does run them.
    for words in [
      "status", "log -1 HEAD~1", "diff-tree -p --ext-diff HEAD~2 HEAD~1", "cat-file -p HEAD:file",
    ] {
      _ = try sandbox.script("git \(words)", environment: variables)
      #expect(File.exists(sandbox.file("ran")), "git \(words)")
      try File.remove(sandbox.file("ran"))
    }
    let commands = [
      "notes add --commit HEAD --body one", "notes add --commit HEAD~1 --body two",
      "notes show HEAD", "notes show HEAD~1", "notes list --commit HEAD~1", "notes list --repo .",
      "commits -n 3", "commits --author author", "graph --local .", "streak --local .", "today",
      "digest", "calendar 2023-11-15", "calendar", "diary write --body x", "doctor --offline",
      "open HEAD~1", "why file", "why file:1", "why HEAD~1", "why .gitattributes", "hook status",
    ]
    for words in commands {
      let outcome = try sandbox.run(
        words.split(separator: " ").map(String.init) + ["--no-input"],
        environment: variables.merging(["BROWSER": "true"]) { $1 })
      let ran = (try? File.read(sandbox.file("ran"))).map { String(decoding: $0, as: UTF8.self) }
      #expect(ran == nil, "\(words)")
      #expect([0, 1, 3, 5].contains(outcome.status), "\(words): \(outcome.testDescription)")
      try File.remove(sandbox.file("ran"))
    }
    #expect(try sandbox.notes("--repo", ".").count == 2)
  }

  @Test func `asking about a changed file runs no filter`() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      set -e
      printf '#!/bin/sh\necho "$0" "$@" >> "%s/ran"; cat\n' "$sandbox" > "$sandbox/mark"
      chmod +x "$sandbox/mark"
      printf 'one\ntwo\n' > file; git add file; git commit -q -m 'Add a file'
      echo '* filter=x diff=x' > .gitattributes
      for name in filter.x.clean filter.x.smudge filter.x.process diff.x.textconv diff.x.command \
        core.fsmonitor; do git config $name "$sandbox/mark"; done
      rm -f "$sandbox/ran"; sleep 1; printf 'one\nTWO\n' > file
      """)
    // A check that git itself does run them.
    _ = try sandbox.script("git blame --no-textconv file")
    #expect(File.exists(sandbox.file("ran")))
    try File.remove(sandbox.file("ran"))
    for words in ["why file", "why file:1", "why file:2", "why HEAD"] {
      try sandbox.run(words.split(separator: " ").map(String.init)).expect(0)
      #expect(!File.exists(sandbox.file("ran")), "\(words)")
    }
    #expect(try sandbox.run("why", "file:2").output.contains("not committed"))
  }

  @Test func `git ends when the program is killed`() throws {
    let sandbox = try Sandbox()
    // Git waits for an included FIFO.
    try sandbox.shell(
      "mkfifo \"$sandbox/fifo\"; printf '[include]\\n\\tpath = %s\\n' \"$sandbox/fifo\" >> .git/config"
    )
    try sandbox.script(
      """
      "$commitdiary" commits & program=$!
      children() { cat /proc/$program/task/*/children 2> /dev/null; }
      for i in $(seq 200); do git=$(children); [ -n "$git" ] && break; sleep 0.05; done
      kill -KILL $program
      for i in $(seq 100); do kill -0 $git 2> /dev/null || { echo gone; exit; }; sleep 0.05; done
      """
    ).expectExactly(output: "gone\n")
  }

  @Test func `a FIFO opened by git delays once, for a few seconds`() throws {
    let sandbox = try Sandbox()
    try sandbox.shell(
      "mkfifo \"$sandbox/fifo\"; printf '[include]\\n\\tpath = %s\\n' \"$sandbox/fifo\" >> .git/config"
    )
    let refused = [
      "commits", "notes list --repo .", "notes add --commit HEAD --body x", "graph --local .",
      "streak",
    ]
    let lines = refused + ["today", "digest"]
    try sandbox.shell(
      lines.indices.map {
        "{ \"$commitdiary\" \(lines[$0]) --no-input 2> \"$sandbox/\($0)\" > /dev/null; "
          + "echo \"exit $?\" >> \"$sandbox/\($0)\"; } &"
      }.joined(separator: "\n") + "\nwait")
    for (number, line) in lines.enumerated() {
      let error = try sandbox.text(of: sandbox.file("\(number)"))
      let isRefused = refused.contains(line)
      #expect(error.hasSuffix("exit \(isRefused ? 1 : 0)\n"), "\(line): \(error)")
      #expect(error.contains("git timed out") || !isRefused, "\(line): \(error)")
    }
  }

  @Test(arguments: ["streak --short", "graph --local .", "commits", "notes list --repo .", "today"])
  func `reports an endless git file in two lines`(words: String) throws {
    let sandbox = try Sandbox()
    try sandbox.shell("ln -s /dev/zero .git/packed-refs")
    let outcome = try sandbox.run(words.split(separator: " ").map(String.init))
    if words == "streak --short" || words == "today" { return #expect(outcome.status < 128) }
    outcome.expectFailure(1, "not a regular file", "packed-refs")
  }

  @Test func `reports an unknown commit without the network`() throws {
    let sandbox = try Sandbox()
    try sandbox.shell("git remote add origin https://github.com/octocat/hello")
    for more in [[], ["--offline"]] {
      try sandbox.run(["notes", "add", "-c", "mastr", "--body", "x"] + more)
        .expectFailure(3, "mastr")
    }
  }
}
