import Diary
import JSON
import Platform
import StandIn
import Testing

/// A sandbox and a stand-in for GitHub with years of contributions by octocat. The user is not
/// logged in. The time is noon UTC.
final class GraphStage {
  static let now = GitHubStage.now

  let sandbox: Sandbox
  let gitHub: GitHubStandIn

  init(clone: String? = nil, _ world: World = .contributing()) throws {
    sandbox = try Sandbox(clone: clone)
    gitHub = try GitHubStandIn(world)
    sandbox.use(gitHub)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": Self.now,
    ])
  }

  /// Runs `graph`, and returns its JSON and its remarks.
  func graph(
    _ words: String..., environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> GraphDocument {
    try sandbox.graph(words, environment: environment, sourceLocation: sourceLocation)
  }

  /// The years of the requested pages since the last call, in order.
  func askedYears() -> [String] {
    defer { gitHub.server.forgetRequests() }
    return pageRequests.map { String($0.query("from")?.prefix(4) ?? "") }
  }

  var pageRequests: [IncomingRequest] {
    gitHub.requests.filter { $0.path.hasPrefix("/users/") }
  }
}

/// The output of `graph --json`.
struct GraphDocument {
  var json: JSONValue
  var remarks: String

  var total: Int? { json["total"]?.integer }

  struct Day: Hashable {
    var date: String
    var count: Int?
    var level: Int?
  }

  var days: [Day] {
    (json["days"]?.array ?? []).map {
      Day(
        date: $0["date"]?.string ?? "", count: $0["count"]?.integer, level: $0["level"]?.integer)
    }
  }

  /// The counts of the days with contributions.
  var counts: [String: Int] {
    Dictionary(uniqueKeysWithValues: days.map { ($0.date, $0.count ?? -1) }).filter {
      $0.value != 0
    }
  }
}

extension Sandbox {
  /// Runs `streak` in a folder of the sandbox, which must succeed.
  @discardableResult
  func streak(
    _ words: String..., environment: [String: String] = [:], in folder: String = "clone"
  ) throws -> Outcome {
    try run(["streak"] + words, environment: environment, in: file(folder)).expect(0)
  }

  func graph(
    _ words: [String], _ shape: Shape = .graph, environment: [String: String] = [:],
    in folder: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> GraphDocument {
    let outcome = try run(["graph", "--json"] + words, environment: environment, in: folder)
    try #require(
      outcome.status == 0, "\(words) \(outcome.testDescription)", sourceLocation: sourceLocation)
    let json = try outcome.json()
    #expect(
      shape.faults(in: json) == [], "\(words) \(outcome.testDescription)",
      sourceLocation: sourceLocation)
    return GraphDocument(json: json, remarks: outcome.error)
  }
}

extension World {
  /// Octocat has contributed on many days of three years, hubot never; there is also an
  /// organization.
  static func contributing() -> World {
    var world = World.people()
    var company = Account("github", id: 9919)
    company.isOrganization = true
    world.accounts.append(company)
    var counts: [String: Int] = [:]
    let first = Day(year: 2024, month: 1, day: 1)?.number ?? 0
    let last = Day(year: 2026, month: 11, day: 21)?.number ?? 0
    for number in first...last where number % 7 < 5 {
      counts["\(Day(number: number))"] = number * 7919 % 13
    }
    world.contributions["octocat"] = counts.filter { $0.value > 0 }
    world.contributions["hubot"] = [:]
    return world
  }
}
