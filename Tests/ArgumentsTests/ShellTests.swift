import Foundation
import Localization
import TestSupport
import Testing

@testable import Arguments

/// Runs real shells with a program that records its arguments and prints fixed candidates.
@Suite struct ShellTests {
  struct Conversation {
    /// The request of the shell.
    var call: CompletionCall?
    /// The candidates that the shell would show, one per line.
    var offers: [String]
  }

  /// - Parameter script: a script that finds the completion script in `$SCRIPT`.
  private func ask(
    _ shell: Shell, answering completion: Completion, to call: [String], script: String
  ) throws -> Conversation {
    let folder = try Folder()
    let program = folder.url.appending(path: "commitdiary")
    let file = { (name: String) in folder.url.appending(path: name) }
    let answer = try #require(CompletionCall(call)).response(completion, for: english)
    try answer.write(to: file("answer"), atomically: true, encoding: .utf8)
    try shell.completionScript(for: "commitdiary")
      .write(to: file("script"), atomically: true, encoding: .utf8)
    try ExecutableFile.write(
      "#!/bin/sh\nprintf '%s\\0' \"$@\" > '\(file("call").path)'\ncat '\(file("answer").path)'\n",
      to: program.path)

    let options: [Shell: [String]] = [.bash: ["--norc"], .zsh: ["-f"], .fish: ["--no-config"]]
    let result = try #require(Program(shell.rawValue)).run(
      (options[shell] ?? []) + ["-c", script],
      environment: [
        "PATH": folder.url.path + ":/usr/bin:/bin", "SCRIPT": file("script").path,
        "HOME": folder.url.path,
      ])
    #expect(result.errors == "")
    let asked = try String(contentsOf: file("call"), encoding: .utf8)
      .split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    return Conversation(
      call: CompletionCall(asked),
      offers: result.output.split(separator: "\n").map(String.init))
  }

  let tags = Completion(
    candidates: [Candidate("--tag=회고 노트", "two words"), Candidate("--tag=회:1")],
    prefix: "--tag=")

  @Test(.enabled(if: Program.isInstalled("bash"), "bash is not installed"))
  func `bash passes its line and completes the rest of the word`() throws {
    let conversation = try ask(
      .bash, answering: tags, to: ["__complete", "bash", "commitdiary notes add --tag=회"],
      script: """
        . "$SCRIPT"; complete -p commitdiary
        COMP_LINE='commitdiary notes add "a b" --tag=회 later'; COMP_POINT=35
        _commitdiary commitdiary; printf '%s\\n' "${COMPREPLY[@]}"
        """)
    #expect(conversation.call?.words == ["notes", "add", "a b"])
    #expect(conversation.call?.cursorWord == "--tag=회")
    #expect(
      conversation.offers
        == ["complete -o nosort -F _commitdiary commitdiary", #"회고\ 노트"#, "회:1"])
  }

  @Test(.enabled(if: Program.isInstalled("bash"), "bash is not installed"))
  func `bash passes what a name is an alias for`() throws {
    let conversation = try ask(
      .bash, answering: tags, to: ["__complete", "bash", "commitdiary jot --tag=회"],
      script: """
        . "$SCRIPT"; alias jot='commitdiary jot'
        COMP_LINE='jot --tag=회'; COMP_POINT=11
        _commitdiary jot; printf '%s\\n' "${COMPREPLY[@]}"
        """)
    #expect(conversation.call?.words == ["jot"])
    #expect(conversation.call?.cursorWord == "--tag=회")
  }

  @Test(.enabled(if: Program.isInstalled("zsh"), "zsh is not installed"))
  func `zsh passes the words of an alias if they are not expanded`() throws {
    let conversation = try ask(
      .zsh, answering: tags, to: ["__complete", "zsh", "jot", "--tag=회"],
      script: """
        compdef() {}; _describe() { print -rl -- "${(@P)5}" }
        . "$SCRIPT"; alias jot='noglob commitdiary jot'
        words=(jot -q --tag=회); CURRENT=3; PREFIX=--tag=회
        _commitdiary
        """)
    #expect(conversation.call?.words == ["jot", "-q"])
    #expect(conversation.call?.cursorWord == "--tag=회")
  }

  @Test(.enabled(if: Program.isInstalled("zsh"), "zsh is not installed"))
  func `zsh passes words without their quotes and offers descriptions`() throws {
    let conversation = try ask(
      .zsh, answering: tags, to: ["__complete", "zsh", "notes", "--tag=회"],
      script: """
        compdef() {}; _describe() { print -rl -- "${(@P)5}" }
        . "$SCRIPT"
        words=(commitdiary notes add '"a b"' '' --tag=회x); CURRENT=6; PREFIX=--tag=회
        _commitdiary
        """)
    #expect(conversation.call?.words == ["notes", "add", "a b", ""])
    #expect(conversation.call?.cursorWord == "--tag=회")
    #expect(conversation.offers == [#"--tag=회고 노트:two words"#, #"--tag=회\:1"#])
  }

  @Test(.enabled(if: Program.isInstalled("zsh"), "zsh is not installed"))
  func `zsh completes files behind the name of the option`() throws {
    let conversation = try ask(
      .zsh, answering: Completion(additions: .files, prefix: "--file="),
      to: ["__complete", "zsh", "notes", "--file=a"],
      script: """
        compdef() {}; _files() { print files }; compset() { print -r -- "$@" }
        . "$SCRIPT"
        words=(commitdiary notes add --file=a); CURRENT=4; PREFIX=--file=a
        _commitdiary
        """)
    #expect(conversation.offers == ["-p 7", "files"])
  }

  @Test(.enabled(if: Program.isInstalled("fish"), "fish is not installed"))
  func `fish passes words without their quotes and offers descriptions`() throws {
    let conversation = try ask(
      .fish, answering: tags, to: ["__complete", "fish", "notes", "--tag=회"],
      script: """
        source $SCRIPT; complete -C 'commitdiary notes add "a b" --tag=회'
        """)
    #expect(conversation.call?.words == ["notes", "add", "a b"])
    #expect(conversation.call?.cursorWord == "--tag=회")
    #expect(conversation.offers == ["--tag=회고 노트\ttwo words", "--tag=회:1"])
  }

  @Test(.enabled(if: Program.isInstalled("fish"), "fish is not installed"))
  func `fish completes files behind the name of the option`() throws {
    let conversation = try ask(
      .fish, answering: Completion(additions: .files, prefix: "--file="),
      to: ["__complete", "fish", "notes", "--file=a"],
      script: "source $SCRIPT; cd $HOME; touch fig; complete -C 'commitdiary notes add --file=f'")
    #expect(conversation.offers.map { $0.prefix { $0 != "\t" } } == ["--file=fig"])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the scripts are free of syntax errors`(_ name: String) throws {
    guard let program = Program(name), let shell = Shell(rawValue: name) else { return }
    let folder = try Folder()
    let file = folder.url.appending(path: "script")
    try shell.completionScript(for: "commitdiary")
      .write(to: file, atomically: true, encoding: .utf8)
    let result = try program.run(["-n", file.path], environment: ["HOME": folder.url.path])
    #expect(result.status == 0)
    #expect(result.errors == "")
  }
}
