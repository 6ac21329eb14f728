import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// What `graph --user` makes of contribution pages, from the server to the document.
@Suite(.inProcess) struct GraphPageTests {
  /// Pages that GitHub really served, read where they are kept beside the project.
  private enum Captured {
    static let folder: String = {
      let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
      return root + "/../shared/fixtures/contributions"
    }()

    static let areThere = File.isDirectory(folder)

    static var names: [String] {
      let files = (try? File.list(folder)) ?? []
      return files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
    }

    static func page(_ name: String) throws -> [UInt8] { try File.read("\(folder)/\(name).html") }

    static func facts(_ name: String) throws -> JSONValue {
      try JSONParser.parse(try File.read("\(folder)/\(name).expected.json"))
    }
  }

  @Test(
    .enabled(if: Captured.areThere, "no captured pages at \(Captured.folder)"),
    arguments: Captured.names)
  func `reads exactly the days of a captured page`(name: String) throws {
    let facts = try Captured.facts(name)
    let days = facts["days"]?.array ?? []
    var world = World.people()
    world.pages["octocat"] = try Captured.page(name)
    // All of it is past, and was settled long ago.
    let stage = try GraphStage(world)
    stage.sandbox.environment["COMMITDIARY_NOW"] = "2027-06-01T12:00:00Z"
    guard let first = days.first?["date"]?.string, let last = days.last?["date"]?.string else {
      let outcome = try stage.sandbox.run("graph", "--user", "octocat", "--json")
      return outcome.expectRefusalAsJSON(3)
    }
    let graph = try stage.graph("--user", "octocat", "--from", first, "--to", last)
    #expect(graph.remarks == "")
    #expect(graph.json["source"] == "github" && graph.json["login"] == "octocat")
    #expect(
      graph.days
        == days.map {
          GraphDocument.Day(
            date: $0["date"]?.string ?? "", count: $0["count"]?.integer,
            level: $0["level"]?.integer)
        })
    #expect(graph.total == facts["total"]?.integer)
  }

  @Test(arguments: ContributionPageWriter.Era.allCases)
  func `reads the same days from every page format`(era: ContributionPageWriter.Era) throws {
    let stage = try GraphStage()
    stage.gitHub.change { $0.era = era }
    let graph = try stage.graph("--user", "octocat", "--year", "2025")
    let all = try #require(stage.gitHub.world.contributions["octocat"])
    #expect(graph.counts == all.filter { $0.key.hasPrefix("2025") })
    #expect(graph.days.count == 365)
    #expect(graph.total == graph.counts.values.reduce(0, +))
  }
}
