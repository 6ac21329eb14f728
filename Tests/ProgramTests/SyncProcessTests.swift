import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// The process that exchanges the diary in the background.
@Suite struct SyncProcessTests {
  @Test func `changes are exchanged by themselves, once and half a minute after the last`() throws {
    let stage = try SyncStage()
    let (first, second) = (stage.first, stage.second)
    try first.run("config", "unset", "sync.auto")
    let before = try stage.git("rev-list --count commitdiary")
    let start = ContinuousClock.now
    for number in 1...3 { try first.note("note \(number)") }
    while try stage.git("rev-list --count commitdiary") == before,
      ContinuousClock.now - start < .seconds(90)
    {
      Pause.milliseconds(200)
    }
    #expect(ContinuousClock.now - start > .seconds(25))
    // One process has sent all three.
    #expect(try Int(stage.git("rev-list --count commitdiary")) == Int(before).map { $0 + 1 })
    #expect(try second.json("sync")["received"] == 3)
    #expect(try second.bodies() == ["note 1", "note 2", "note 3"])
  }
}
