import Platform
import Testing

/// A clone with a year of commits, and its graph.
struct YearOfCommits {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
    try sandbox.make("clone", of: .lively())
  }

  static let styles = ["block", "compact", "dots", "digits", "ascii"]
  static let languages = ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8"]

  func graph(_ words: [String], environment: [String: String] = [:]) throws -> String {
    let outcome = try sandbox.run(
      ["graph"] + words, environment: environment, in: sandbox.file("clone"))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    return outcome.output
  }
}
