import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The warnings of `doctor` about settings that have no effect.
@Suite(.inProcess) struct SettingRuleTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  struct Example: CustomTestStringConvertible {
    var config: String
    var environment: [String: String] = [:]
    var key: String?
    var says = ""

    var testDescription: String { config }
  }

  static let examples = [
    Example(config: "{}"),
    Example(config: "{ \"weather.grades\": \"eu\" }", key: "weather.grades", says: "weather.place"),
    Example(config: "{ \"weather.grades\": \"eu\", \"weather.place\": \"1,2\" }"),
    Example(
      config: "{ \"github.account\": \"octocat\" }", key: "github.account", says: "octocat"),
    Example(
      config: "{ \"github.clientID\": \"a\" }", environment: ["COMMITDIARY_CLIENT_ID": "b"],
      key: "github.clientID", says: "COMMITDIARY_CLIENT_ID"),
    Example(config: "{ \"github.clientID\": \"a\" }"),
    Example(
      config: "{ \"graph.theme\": \"pink\" }", environment: ["NO_COLOR": "1"], key: "graph.theme",
      says: "NO_COLOR"),
    Example(
      config: "{ \"terminal.background\": \"light\" }", environment: ["NO_COLOR": "1"],
      key: "terminal.background", says: "NO_COLOR"),
    Example(config: "{ \"graph.theme\": \"pink\" }"),
    Example(
      config: "{ \"streak.excluded\": [\"sun\",\"mon\",\"tue\",\"wed\",\"thu\",\"fri\",\"sat\"] }",
      key: "streak.excluded", says: "every weekday"),
    Example(config: "{ \"streak.excluded\": [\"sun\"] }"),
    Example(
      config: "{ \"day.endsAt\": 1, \"day.endsAt\": 2 }", key: "day.endsAt", says: "2 times"),
  ]

  @Test(arguments: examples)
  func `doctor names settings that have no effect`(_ example: Example) throws {
    try File.makeDirectory(File.directory(of: sandbox.config))
    try File.writeAtomically(Array(example.config.utf8), to: sandbox.config)
    let outcome = try sandbox.run(
      ["doctor", "--offline", "--json"], environment: example.environment)
    // A warning is not a problem.
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let checks = try outcome.json()["checks"]?.array ?? []
    let found = checks.filter { $0["name"]?.string?.contains(".") == true }
    #expect(found.compactMap { $0["name"]?.string } == [example.key].compactMap { $0 })
    #expect(found.allSatisfy { $0["ok"] == true })
    #expect(found.allSatisfy { $0["detail"]?.string?.contains(example.says) == true }, "\(found)")
    let shown = try sandbox.run(["doctor", "--offline"], environment: example.environment)
    #expect(shown.output.contains("\n! ") == (example.key != nil), "\(shown.output)")
  }
}
