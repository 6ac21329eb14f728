/// The clone of a round, with a hook of the user. It is the same in every round.
public enum FaultClone {
  /// The name of its folder in the home directory.
  public static let folder = "clone"

  /// The oldest first.
  static let commits = [
    "cdee9eb739fdacdc07d54d474e8abd5789feec40", "313156cee72bd43ac641215a392121a589c18b28",
    "3d761cd1469ba515a3f40f8cd46d7b452d7e30db",
  ]

  /// What the hook of the user contains.
  private static let hook = "#!/bin/sh\nexit 0\n"

  /// A shell script that makes the clone in the folder `$1`.
  public static let script = """
    set -e
    git init -q -b main "$1"; cd "$1"
    git remote add origin https://github.com/octocat/hello.git
    git config user.name Octo; git config user.email octo@example.com
    export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000'
    for name in AUTHOR COMMITTER; do
      export GIT_${name}_NAME=Octo GIT_${name}_EMAIL=octo@example.com
    done
    for number in 1 2 3; do git commit -q --allow-empty -m "Commit $number"; done
    printf '#!/bin/sh\\nexit 0\\n' > .git/hooks/post-rewrite
    chmod +x .git/hooks/post-rewrite
    """

  /// What is wrong with the hooks. An interrupted installation or removal leaves the hook of the
  /// user at one of its two places.
  public static func faults(hook now: String?, previous: String?) -> [String] {
    var faults: [String] = []
    if now != hook, previous != hook { faults.append("the hook of the user is lost") }
    if let previous, previous != hook { faults.append("the previous hook is damaged") }
    if let now, now != hook, !isOurs(now) {
      faults.append("the hook is neither the old one nor the new one")
    }
    return faults
  }

  /// The last line of our hook is a checksum.
  private static func isOurs(_ text: String) -> Bool {
    text.hasSuffix("\n") && text.contains("commitdiary")
      && text.split(separator: "\n").last?.hasPrefix("# ") == true
  }
}

extension CommandChoice {
  /// `nil` if there is no note to move.
  mutating func move(_ kind: CommandKind, _ state: JournalState) -> PlannedCommand? {
    let candidates = names(state.notes) { note in
      !note.isDeleted && (kind == .notesMove || note.text.commit != nil)
    }
    guard let id = candidates.randomElement(using: &random) else { return nil }
    let answer = [isLikely(oneIn: 3) ? "--quiet" : "--json"]
    var command: PlannedCommand
    if kind == .notesMove {
      let commit = FaultClone.commits.randomElement(using: &random) ?? ""
      command = PlannedCommand(
        kind, ["notes", "move", id, commit] + answer, change: .moveNote(id, to: commit))
    } else {
      command = PlannedCommand(
        kind, ["notes", "move", id, "none"] + answer, change: .moveNote(id, to: nil))
    }
    command.folder = FaultClone.folder
    return command
  }

  /// The commands that change nothing in the journal that a user would see.
  mutating func settingOfClone(_ kind: CommandKind) -> PlannedCommand {
    var command = PlannedCommand(
      kind, kind.rawValue.split(separator: " ").map(String.init) + ["--json"])
    command.folder = FaultClone.folder
    return command
  }
}
