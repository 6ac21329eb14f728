import JSON
import Platform
import Testing

@testable import ProgramSupport

/// If a day ends at 4:00, then 2:00 belongs to the previous day in every command that shows or
/// accepts a day.
@Suite struct LocalDayProcessTests {
  private let stage: LateNightStage
  private var sandbox: Sandbox { stage.sandbox }
  private var id: String { stage.id }

  init() throws { stage = try LateNightStage() }

  @Test func `the commit picker shows days by the writer's time zone`() throws {
    let terminal = try TmuxWindow(
      "\"$commitdiary\" notes add --pick --body picked; exec cat", in: sandbox, columns: 60)
    let screen = try terminal.wait(for: "Late at night")
    #expect(screen.contains("Nov 21") && !screen.contains("Nov 22"), "\(screen)")
  }
}
