import Platform
import TestSupport
import Testing

/// An open keyring: what is kept, and what of it others see.
@Suite struct SecretTests {
  @Test(arguments: [
    "gho_16C7e42F292c6912E7710c838347Ae178B4a", "비밀 키 🗝️ e\u{301}", "", " \n\t",
    String(repeating: "long ", count: 40_000),
  ])
  func `reads back a secret`(_ secret: String) throws {
    let service = try SecretService()
    #expect(try service.ask("secret github.com octocat") == "absent")
    #expect(try service.ask("store github.com octocat label", input: secret) == "stored")
    #expect(try service.ask("secret github.com octocat") == "is \(secret)")
  }

  @Test func `storing replaces only the same secret`() throws {
    let service = try SecretService()
    _ = try service.ask("store github.com octocat label", input: "one")
    _ = try service.ask("store github.com 문어 label", input: "two")
    _ = try service.ask("store octo.ghe.com octocat label", input: "three")
    #expect(try service.ask("store github.com octocat label", input: "four") == "stored")
    #expect(try service.ask("secret github.com octocat") == "is four")
    #expect(try service.ask("secret github.com 문어") == "is two")
    #expect(try service.ask("secret octo.ghe.com octocat") == "is three")
    #expect(try service.numberOfItems() == 3)
  }

  @Test func `a secret survives a restart of the service`() throws {
    let service = try SecretService()
    _ = try service.ask("store github.com octocat label", input: "one")
    try service.restart(.keyring(password: "pw"))
    #expect(try service.ask("secret github.com octocat") == "is one")
  }

  @Test func `other programs see label, host and account`() throws {
    let service = try SecretService()
    _ = try Probe.ask(
      ["store", "github.com", "octocat", "commitdiary: octocat on github.com"], input: "one",
      in: service.environment)
    let items = try service.items(with: [
      "xdg:schema": "io.github.commitdiary.Token", "host": "github.com", "account": "octocat",
    ])
    let item = try #require(items.first)
    #expect(items.count == 1)
    #expect(
      try service.property("Label", ofItem: item) == "(<'commitdiary: octocat on github.com'>,)\n")
    #expect(!(try service.property("Attributes", ofItem: item)).contains("one"))
  }

  @Test func `removes only the named secret`() throws {
    let service = try SecretService()
    _ = try service.ask("store github.com octocat label", input: "one")
    _ = try service.ask("store github.com other label", input: "two")
    #expect(try service.ask("remove github.com octocat") == "removed")
    #expect(try service.ask("secret github.com octocat") == "absent")
    #expect(try service.ask("remove github.com octocat") == "absent")
    #expect(try service.ask("secret github.com other") == "is two")
    #expect(try service.numberOfItems() == 1)
  }

  @Test func `a check stores nothing`() throws {
    let service = try SecretService()
    #expect(try service.ask("check") == "good")
    #expect(try service.numberOfItems() == 0)
  }

  @Test func `eight programs can use the keyring at once`() throws {
    let service = try SecretService()
    let answers = try Probe.askAtOnce(
      8,
      """
      "$0" check; echo "$1" | "$0" store github.com "octocat-$1" label
      "$0" secret github.com "octocat-$1"; "$0" check; "$0" remove github.com "octocat-$1"
      """, in: service.environment)
    for (number, answer) in answers.enumerated() {
      #expect(answer == "good\nstored\nis \(number)\n\ngood\nremoved\n")
    }
    #expect(try service.numberOfItems() == 0)
  }

  @Test func `a secret file needs no bus`() throws {
    let folder = try TemporaryFolder()
    let service = try SecretService(.nobody)
    let environment = service.environment.adding([
      "SECRET_BACKEND": "file", "SECRET_FILE_TEST_PATH": folder.file("keyring"),
      "SECRET_FILE_TEST_PASSWORD": "pw", "DBUS_SESSION_BUS_ADDRESS": "",
    ])
    let name = ["github.com", "octocat"]
    #expect(try Probe.ask(["check"], in: environment) == "good")
    #expect(try Probe.ask(["secret"] + name, in: environment) == "absent")
    #expect(
      try Probe.ask(["store"] + name + ["label"], input: "one", in: environment) == "stored")
    #expect(try Probe.ask(["secret"] + name, in: environment) == "is one")
    #expect(try Probe.ask(["remove"] + name, in: environment) == "removed")
    #expect(try Probe.ask(["secret"] + name, in: environment) == "absent")
  }
}
