import JSON
import StandIn
import Testing

/// A sandbox with GitHub, and the checks that `doctor` makes there.
struct DoctorStage {
  let sandbox: Sandbox
  let gitHub: GitHubStandIn

  init() throws {
    sandbox = try Sandbox(clone: nil)
    gitHub = try GitHubStandIn(World.people())
    sandbox.use(gitHub)
  }

  struct Finding: Equatable {
    var isFine: Bool
    var detail: String
    var hint: String?
  }

  /// The checks by name; no name may occur twice.
  func examine(
    _ words: [String], status: Int32, environment: [String: String] = [:]
  ) throws -> [String: Finding] {
    let outcome = try sandbox.run(["doctor", "--json"] + words, environment: environment)
    #expect(outcome.status == status, "\(outcome.testDescription)")
    let document = try outcome.json()
    #expect(Shape.checks.faults(in: document) == [], "\(outcome.testDescription)")
    let people = try sandbox.run(["doctor"] + words, environment: environment)
    #expect(people.status == status, "\(people.testDescription)")
    if status != 0 { people.expectFailure(status, "problems were found") }
    let checks = document["checks"]?.array ?? []
    return Dictionary(
      checks.map {
        (
          $0["name"]?.string ?? "",
          Finding(
            isFine: $0["ok"] == true, detail: $0["detail"]?.string ?? "", hint: $0["hint"]?.string)
        )
      }
    ) { first, _ in
      Issue.record("\(first) and another")
      return first
    }
  }
}
