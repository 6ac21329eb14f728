import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Programs that the configuration of a clone, or of a remote in a folder, names for newer versions of git.
///
/// `NEWGIT` is the folder of a git of 2.54 or newer. Otherwise these tests have a stand-in, which does what it
/// does: it runs what the configuration that it reads names.
@Suite(.inProcess) struct ForeignConfigurationTests {
  enum GitProgram: String, CaseIterable, CustomTestStringConvertible {
    case standIn = "a stand-in"
    case newer = "the git of NEWGIT"

    var testDescription: String { rawValue }

    static let available = allCases.filter {
      $0 == .standIn || Environment.current.nonEmpty("NEWGIT") != nil
    }
  }

  private let stage: SyncStage
  private var first: SyncStage.Machine { stage.first }
  private var sandbox: Sandbox { stage.first.sandbox }

  init() throws { stage = try SyncStage(isShared: false) }

  private static let standIn = """
    folders=$(for word in "$@"; do
      case $word in --git-dir=*) word=${word#--git-dir=} ;; esac
      [ ! -e "$word/HEAD" ] || echo "$word"
    done)
    case " $* " in
      *' fast-import '* | *' update-ref '* | *' commit-tree '* | *' reflog '* | *' fetch '* | *' push '* | *' gc '*)
        for folder in ${folders:-.}; do
          /usr/bin/git -C "$folder" config --get-regexp '^(hook[.].*[.]command|gc[.]recentobjectshook)$' |
            while read -r key program; do "$program" "$key"; done
        done ;;
    esac
    exec /usr/bin/git "$@"
    """

  /// The variables with which this git is found, and a program that keeps a record of its runs.
  private func prepare(_ git: GitProgram) throws -> [String: String] {
    var folder = Environment.current.nonEmpty("NEWGIT") ?? ""
    if git == .standIn {
      folder = sandbox.file("newer")
      try File.makeDirectory(folder)
      _ = try sandbox.makeScript("newer/git", Self.standIn)
    }
    _ = try sandbox.makeScript("mark", "echo \"$@\" >> '\(sandbox.file("ran"))'")
    return ["PATH": "\(folder):/usr/bin:/bin"]
  }

  /// The configuration of a repository in a folder of the sandbox names the program.
  private func plant(in repository: String) throws {
    let events = [
      "reference-transaction", "pre-receive", "update", "post-receive", "post-index-change",
      "pre-auto-gc", "proc-receive",
    ]
    var settings = "[gc]\n\trecentObjectsHook = \(sandbox.file("mark"))\n"
    for event in events {
      settings +=
        "[hook \"on-\(event)\"]\n\tcommand = \(sandbox.file("mark"))\n\tevent = \(event)\n"
    }
    try sandbox.shell(
      """
      cd "$sandbox" && cat >> \(repository)/config <<'END'
      \(settings)
      END
      mkdir -p \(repository)/hooks
      for hook in reference-transaction update pre-receive post-receive pre-auto-gc; do
        cp mark \(repository)/hooks/$hook
      done
      """)
  }

  private func hasRun() throws -> String {
    try sandbox.shell("cat \"$sandbox/ran\" 2>/dev/null; rm -f \"$sandbox/ran\"")
  }

  @Test(arguments: GitProgram.available)
  func `writing notes to a clone runs nothing that it names`(_ git: GitProgram) throws {
    let variables = try prepare(git)
    let clone = sandbox.file("clone")
    try sandbox.shell(
      """
      git init -q '\(clone)' && cd '\(clone)' && git config user.name x &&
        git config user.email x@example.com && git commit -q --allow-empty -m one
      """)
    try plant(in: "clone/.git")
    func run(_ words: String...) throws {
      let outcome = try sandbox.run(words, environment: variables, in: clone)
      #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
      #expect(try hasRun() == "", "\(words)")
    }
    try run("notes", "add", "--body", "first")
    try run("notes", "mirror", "on")
    try run("notes", "add", "--body", "second")
    let id = try sandbox.json("notes", "list", in: clone)["notes"]?.array?.first?["id"]?.string
    try run("notes", "edit", id ?? "", "--body", "third")
    try run("notes", "delete", id ?? "", "--purge", "--yes")
    try run("notes", "mirror", "status")
    try run("notes", "mirror", "off")
    #expect(
      try sandbox.shell("cd '\(clone)' && git log --format=%N --notes=commitdiary").contains(
        "first"))
    // It would run them.
    try sandbox.shell(
      "cd '\(clone)' && git update-ref refs/heads/other HEAD", environment: variables)
    #expect(try !hasRun().isEmpty)
  }

  @Test(arguments: GitProgram.available)
  func `a remote in a folder runs nothing that it names`(_ git: GitProgram) throws {
    let variables = try prepare(git)
    let second = stage.second
    func run(_ machine: SyncStage.Machine, _ words: String...) throws {
      let outcome = try machine.sandbox.run(words, environment: variables)
      #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
      #expect(try hasRun() == "", "\(words)")
    }
    try run(first, "sync", "init", stage.remote, "--plain")
    try plant(in: "remote.git")
    try run(second, "sync", "join", stage.remote, "--plain")
    let id = try first.note("secret")
    try run(first, "sync")
    try run(second, "sync")
    try first.run("notes", "delete", id, "--purge", "--yes")
    try run(first, "sync")
    try run(second, "sync")
    #expect(
      try !stage.git("cat-file --batch-all-objects --batch").contains("secret"),
      "the old commits are removed")
    try second.note("later")
    try sandbox.shell(
      """
      mkdir -p '\(stage.remote)/objects/17'
      for number in 0 1 2 3 4 5 6 7; do
        printf x | git --git-dir='\(stage.remote)' hash-object -w --stdin >/dev/null
        touch '\(stage.remote)'/objects/17/000000000000000000000000000000000000$number
      done
      """)
    try run(second, "sync")
    try sandbox.shell("git --git-dir='\(stage.remote)' gc -q", environment: variables)
    #expect(try !hasRun().isEmpty)
  }

  @Test func `a folder that is used for something else too is not cleaned up`() throws {
    try sandbox.shell(
      """
      cd "$sandbox" && git init -q work && cd work && git config user.name x &&
        git config user.email x@example.com && git commit -q --allow-empty -m one && echo two > f &&
        git add f && git stash -q && echo staged > f && git add f &&
        git update-ref -d "$(git symbolic-ref HEAD)"
      """)
    let work = sandbox.file("work/.git")
    try first.run("sync", "init", work, "--plain", "--yes")
    try sandbox.shell("cd \"$sandbox/work\" && git update-ref -d refs/stash --no-deref; true")
    let id = try first.note("secret")
    try first.run("sync")
    try first.run("notes", "delete", id, "--purge", "--yes")
    try first.run("sync")
    #expect(try sandbox.shell("cd \"$sandbox/work\" && git show :f") == "staged\n")
  }

  @Test func `a branch that a working tree shows is not changed`() throws {
    try sandbox.shell(
      """
      cd "$sandbox" && git init -q -b commitdiary --separate-git-dir other.git work && cd work &&
        git config user.name x && git config user.email x@example.com && echo 1 > f && git add f &&
        git commit -qm one
      """)
    let refused = try first.failure("sync", "init", sandbox.file("other.git"), "--plain", "--yes")
    #expect(refused.status != 0, "\(refused.testDescription)")
    #expect(try sandbox.shell("cd \"$sandbox/work\" && git status --short").isEmpty)
  }

  @Test func `a format of references that is not known is named`() throws {
    try first.run("sync", "init", stage.remote, "--plain")
    try sandbox.shell(
      """
      git --git-dir='\(stage.remote)' config core.repositoryFormatVersion 1 &&
        git --git-dir='\(stage.remote)' config extensions.refStorage tables
      """)
    try first.failure("sync").expect(error: "extensions.refstorage = tables")
  }

  @Test(.enabled(if: Environment.current.nonEmpty("NEWGIT") != nil, "NEWGIT is not set"))
  func `references in tables are read and written`() throws {
    let variables = try prepare(.newer)
    try sandbox.shell(
      "git init -q --bare --ref-format=reftable '\(stage.remote)'", environment: variables)
    func run(_ machine: SyncStage.Machine, _ words: String...) throws {
      let outcome = try machine.sandbox.run(words, environment: variables)
      #expect(outcome.status == 0, "\(words) \(outcome.testDescription)")
    }
    try first.note("one")
    try run(first, "sync", "init", stage.remote, "--plain")
    try run(stage.second, "sync", "join", stage.remote, "--plain")
    #expect(try stage.second.bodies() == ["one"])
    try stage.second.note("two")
    try run(stage.second, "sync")
    try run(first, "sync")
    #expect(try first.bodies() == ["one", "two"])
  }
}
