import Arguments
import JSON
import Platform
import TestSupport
import Testing

@testable import App
@testable import Context
@testable import Git

@Suite struct ShortNameTests {
  @Test(arguments: [
    "alias jot=jrnl", "  alias -g jot='jrnl --edit'", "alias ls='ls -F' jot=jrnl", "alias jot jrnl",
    "alias 'jot=jrnl'", "jot() {", "jot () { jrnl; }", "function jot {", "function jot() {",
    "function jot --wraps jrnl", "abbr -a jot jrnl", "abbr --add jot -- jrnl",
    "[ -x /x ] && alias jot=jrnl",
  ])
  func `a definition in a start file has the name`(line: String) {
    #expect(ShortName.jot.isDefined(in: line))
    #expect(!ShortName.dy.isDefined(in: line))
  }

  @Test(arguments: [
    "# alias jot=jrnl", "alias j='jot'", "jot hello", "alias jots=jrnl", "alias today='cd ~/jot'",
    "export jot=1", "PATH=$PATH:~/jot", "",
  ])
  func `other lines do not`(line: String) {
    #expect(!ShortName.jot.isDefined(in: line))
  }

  @Test func `finds programs, start files and functions of fish`() throws {
    let folder = try TemporaryFolder()
    var environment = Environment(["HOME": folder.path, "PATH": folder.file("bin")])
    for shell in Shell.allCases { #expect(ShortName.dy.owner(in: shell, environment) == nil) }
    try File.makeDirectory(folder.file(".config/fish/functions"))
    try File.write([], to: folder.file(".config/fish/functions/dy.fish"))
    try File.write(Array("alias dy=x\n".utf8), to: folder.file(".zprofile"))
    #expect(ShortName.dy.owner(in: .bash, environment) == nil)
    #expect(ShortName.dy.owner(in: .zsh, environment) == folder.file(".zprofile"))
    #expect(
      ShortName.dy.owner(in: .fish, environment) == folder.file(".config/fish/functions/dy.fish"))
    environment["ZDOTDIR"] = folder.file("elsewhere")
    #expect(ShortName.dy.owner(in: .zsh, environment) == nil)
    try File.makeDirectory(folder.file("bin"))
    try ExecutableFile.write("#!/bin/sh\n", to: folder.file("bin/dy"))
    #expect(ShortName.dy.owner(in: .bash, environment) == folder.file("bin/dy"))
  }
}

@Suite struct OwnAddressesTests {
  private let mina = GitIdentity(name: "Mina", email: "mina@home.example")

  private func author(_ name: String, _ email: String) -> GitIdentity {
    GitIdentity(name: name, email: email)
  }

  @Test func `the same name counts where the user has committed`() {
    let authors = [
      mina: 1, author("mina", "mina@work.example"): 2, author("Jo", "jo@example.com"): 900,
    ]
    #expect(
      OwnAddresses.likely(authors, mina) == ["mina@home.example": 1, "mina@work.example": 2])
  }

  @Test func `the same name counts where it wrote a tenth`() {
    let old = author("Mina", "old@example.com")
    let jo = author("Jo", "jo@example.com")
    #expect(
      OwnAddresses.likely([old: 1, jo: 9], mina) == ["mina@home.example": 0, "old@example.com": 1])
    #expect(OwnAddresses.likely([old: 1, jo: 10], mina) == ["mina@home.example": 0])
    #expect(OwnAddresses.likely([old: 1], GitIdentity(name: nil, email: nil)) == [:])
  }
}

@Suite struct AddressTests {
  @Test(arguments: ["mina@", "@x.org", "mina", "a@b@c", "a b@c.org", "a@.org", "a@x.", "<a@x>"])
  func `an address needs a name and a host`(text: String) {
    #expect(throws: SettingError.self) { try Setting.emails.check([.string(text)]) }
  }

  @Test(arguments: ["mina@example.com", "root@localhost", "1+mina@users.noreply.github.com"])
  func `accepts what git accepts`(text: String) throws {
    try Setting.emails.check([.string(text)])
  }
}
