import Keyring
import Platform
import TestSupport
import Testing

/// The error for each state of a Secret Service. States must not be confused with each other or
/// with a missing secret.
@Suite struct KeyringErrorTests {
  /// All requests that never prompt the user.
  static let questions = [
    "check", "secret github.com octocat", "secret github.com nobody",
    "store github.com octocat label", "remove github.com octocat", "remove github.com nobody",
    "gh github.com",
  ]

  private func expect(
    _ answer: String, to questions: [String] = questions + ["unlock"], of service: SecretService
  ) throws {
    for question in questions {
      #expect(try service.ask(question, input: "two") == answer, "\(question)")
    }
  }

  @Test func `every call reports a locked keyring and keeps its secrets`() throws {
    let service = try SecretService()
    _ = try service.ask("store github.com octocat label", input: "one")
    try service.lock()
    try expect("error locked", of: service)
    try service.restart(.keyring(password: "pw"))
    #expect(try service.ask("secret github.com octocat") == "is one")
    #expect(try service.numberOfItems() == 1)
  }

  @Test func `a wrong password leaves the keyring locked`() throws {
    let service = try SecretService()
    _ = try service.ask("store github.com octocat label", input: "one")
    try service.restart(.keyring(password: "wrong"))
    try expect("error locked", of: service)
    try service.restart(.keyring(password: "pw"))
    #expect(try service.ask("secret github.com octocat") == "is one")
  }

  @Test func `an open keyring needs no unlocking`() throws {
    let service = try SecretService()
    #expect(try service.ask("unlock") == "unlocked")
    _ = try service.ask("store github.com octocat label", input: "one")
    #expect(try service.ask("unlock github.com octocat") == "unlocked")
    #expect(try service.ask("unlock github.com nobody") == "unlocked")
  }

  @Test func `reports a provider without a keyring and creates none`() throws {
    let service = try SecretService(.keyringUnborn)
    try expect("error noCollection", to: Self.questions + ["unlock"], of: service)
  }

  @Test func `reports a bus without a provider`() throws {
    let service = try SecretService(.nobody)
    try expect(
      "error noProvider(detail: \"The name org.freedesktop.secrets was not provided by any "
        + ".service files\")", of: service)
  }

  @Test func `reports a provider that has exited`() throws {
    let service = try SecretService()
    service.killProvider()
    #expect(try service.ask("secret a b").hasPrefix("error noProvider("))
  }

  @Test func `distinguishes a missing bus from a missing provider`() throws {
    let service = try SecretService(.nobody)
    var environment = service.environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    for question in Self.questions {
      let words = question.split(separator: " ").map(String.init)
      #expect(
        try Probe.ask(words, input: "two", in: environment)
          == "error noBus(detail: \"Cannot autolaunch D-Bus without X11 $DISPLAY\")")
    }
    service.killBus()
    #expect(
      try service.ask("check") == "error noBus(detail: \"Could not connect: Connection refused\")")
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(environment["HOME"] ?? "")/nothing"
    #expect(
      try Probe.ask(["check"], in: environment)
        == "error noBus(detail: \"Could not connect: No such file or directory\")")
    environment["DBUS_SESSION_BUS_ADDRESS"] = "nonsense"
    #expect(try Probe.ask(["check"], in: environment).hasPrefix("error noBus("))
  }

  @Test func `a silent provider times out`() throws {
    let service = try SecretService()
    service.freezeProvider()
    for question in Self.questions + ["unlock"] {
      let answer = try service.ask(question, input: "two", deadline: .milliseconds(500))
      #expect(answer == "error timedOut(after: 0.5 seconds)", "\(question)")
    }
  }

  @Test func `a silent bus times out`() throws {
    let service = try SecretService()
    service.freezeBus()
    #expect(
      try service.ask("secret a b", deadline: .milliseconds(500))
        == "error timedOut(after: 0.5 seconds)")
  }

  /// With an unknown `SECRET_BACKEND`, the library never calls back.
  @Test func `does not wait for a library call that ignores cancellation`() throws {
    let service = try SecretService(.nobody)
    let environment = service.environment.adding(["SECRET_BACKEND": "nonsense"])
    #expect(
      try Probe.ask(["secret", "a", "b"], deadline: .milliseconds(500), in: environment)
        == "error timedOut(after: 0.5 seconds)")
  }

  @Test func `a lost bus connection does not end the program`() throws {
    let service = try SecretService()
    service.freezeProvider()
    let before = try service.numberOfConnections()
    var probe = try Probe.begin(["secret", "a", "b"], in: service.environment)
    let deadline = ContinuousClock.now + .seconds(60)
    while try service.numberOfConnections() == before, .now < deadline { Pause.milliseconds(10) }
    service.killBus()
    var answer: [UInt8] = []
    while let more = try probe.next() { answer += more }
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("error noBus("))
    #expect(try probe.wait() == .exited(0))
  }

  @Test func `reports a library that cannot be loaded`() throws {
    let folder = try TemporaryFolder()
    try folder.write("no library", to: "libsecret-1.so.0")
    let service = try SecretService(.nobody)
    let environment = service.environment.adding(["LD_LIBRARY_PATH": folder.path])
    let answer = try Probe.ask(["check"], in: environment)
    #expect(answer.hasPrefix("error libraryMissing(detail: \""))
    #expect(answer.contains("libsecret-1.so.0"))
  }
}

@Suite struct KeyringCallTests {
  @Test(arguments: [("a\0", "b", "c", "d"), ("a", "b\0c", "c", "d"), ("a", "b", "\0", "d")])
  func `refuses text with a NUL byte`(_ words: (String, String, String, String)) async {
    await #expect(throws: KeyringError.failed(detail: "NUL")) {
      try await Keyring().store(words.2, host: words.0, account: words.1, label: words.3)
    }
  }

  @Test func `a canceled call returns at once`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Keyring(deadline: .seconds(600)).secret(host: "a", account: "b")
    }
    await #expect(throws: KeyringError.refused) { try await task.value }
  }
}
