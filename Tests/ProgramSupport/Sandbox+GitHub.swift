import JSON
import Platform
import StandIn
import TestSupport
import Testing

extension Sandbox {
  /// Makes the program use this GitHub server, on which it is registered as an app.
  func use(_ gitHub: GitHubStandIn) {
    environment = environment.adding(gitHub.environment)
      .adding(["COMMITDIARY_CLIENT_ID": "Iv1.commitdiary"])
  }

  /// Makes the program use this keyring. By default there is neither a keyring nor a bus.
  func use(_ service: SecretService) {
    environment["DBUS_SESSION_BUS_ADDRESS"] = service.environment["DBUS_SESSION_BUS_ADDRESS"]
  }

  /// Starts a GitHub server with two accounts, and uses it.
  func useGitHub() throws -> GitHubStandIn {
    let gitHub = try GitHubStandIn(World.people())
    use(gitHub)
    return gitHub
  }

  /// Starts a keyring, and uses it.
  func useKeyring() throws -> SecretService {
    let service = try SecretService()
    use(service)
    return service
  }

  /// Starts weather services that respond after this time, and uses them for a place.
  func useWeather(at place: String, after latency: Duration = .zero) throws -> WeatherStandIn {
    let services = try WeatherStandIn()
    services.latency = latency
    environment = environment.adding(services.environment)
    try run("config", "set", "weather.place", place)
    return services
  }

  /// Logs in with a token.
  @discardableResult
  func logIn(_ token: String = World.token, _ words: String...) throws -> Outcome {
    let outcome = try run(["login", "--with-token"] + words, input: Array("\(token)\n".utf8))
    return try outcome.success()
  }

  /// The file of `--store file`.
  var tokens: String { data + "/tokens.json" }
  var config: String { file("config/commitdiary/config.json") }

  func text(of path: String) throws -> String {
    String(decoding: try File.read(path), as: UTF8.self)
  }

  /// The accounts in the output of `status --json`, whatever the exit status.
  func standing(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> [JSONValue] {
    let outcome = try run(["status", "--json"] + words, environment: environment)
    #expect(Shape.status.faults(in: try outcome.json()) == [], "\(outcome.testDescription)")
    return try #require(outcome.json()["accounts"]?.array, "\(outcome.testDescription)")
  }
}

extension World {
  static let token = "gho_" + String(repeating: "octocat0", count: 4) + "octo"
  static let otherToken = "gho_" + String(repeating: "hubot000", count: 4) + "hubo"

  /// Two accounts with a token each, and a device flow with a short interval.
  static func people() -> World {
    var world = World(accounts: [
      Account("octocat", name: "The Octocat", token: token),
      Account("hubot", id: 480_938, name: "Hubot", token: otherToken),
    ])
    world.device.interval = .milliseconds(50)
    return world
  }
}

extension Outcome {
  /// The error at the end, without the remarks before it.
  var failure: [Substring] {
    let lines = error.split(separator: "\n")
    return Array(lines.drop { !$0.hasPrefix("commitdiary: ") })
  }

  /// Expects the run to end with `status` and, after any remarks, an error of one or two lines that
  /// contains `text`.
  @discardableResult
  func expectFailure(
    _ status: Int32, _ text: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    let comment: Comment = "\(testDescription)"
    #expect(self.status == status, comment, sourceLocation: sourceLocation)
    #expect((1...2).contains(failure.count), comment, sourceLocation: sourceLocation)
    #expect(
      failure.count < 2 || failure[1].hasPrefix("  → "), comment, sourceLocation: sourceLocation)
    for text in text {
      #expect(
        failure.contains { $0.contains(text) }, "\(text): \(testDescription)",
        sourceLocation: sourceLocation)
    }
    return self
  }
}
