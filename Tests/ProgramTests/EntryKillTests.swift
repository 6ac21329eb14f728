import JSON
import Platform
import Testing

@testable import ProgramSupport

extension StressTests {
  /// SIGKILL at instants all over a run that writes, replaces, deletes or restores an entry.
  @Suite struct EntryKillTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private enum Change: CaseIterable { case add, replace, delete, restore }

    /// What a day must have: every text that was acknowledged, the first one first.
    private struct Page: Hashable {
      var texts: [String] = []
      var isDeleted = false

      var text: String? { isDeleted ? nil : texts.last }

      /// The page after a change, or `nil` where there is nothing that could be changed so.
      func after(_ change: Change, _ text: String) -> Page? {
        var page = self
        switch change {
        case .add:
          page.texts.append(self.text.map { "\($0)\n\n\(text)" } ?? text)
          page.isDeleted = false
        case .replace:
          page.texts.append(text)
          page.isDeleted = false
        case .delete:
          guard self.text != nil else { return nil }
          page.isDeleted = true
        case .restore:
          guard isDeleted else { return nil }
          page.isDeleted = false
        }
        return page
      }
    }

    private static let days = (1...4).map { "2026-11-0\($0)" }

    private static func words(_ change: Change, _ day: String, _ text: String) -> [String] {
      switch change {
      case .add: ["diary", "write", day, "--json", "--body", text]
      case .replace: ["diary", "write", day, "--json", "--replace", "--body", text]
      case .delete: ["diary", "delete", day, "--json", "--yes"]
      case .restore: ["diary", "restore", day, "--json"]
      }
    }

    @Test func `loses no acknowledged entry change, and none is partial`() throws {
      var chance = SeededGenerator()
      var pages = Dictionary(uniqueKeysWithValues: Self.days.map { ($0, Page()) })
      var count = 0
      let usual = try sandbox.measure {
        count += 1
        let text = "measured \(count)"
        try sandbox.run(Self.words(.add, Self.days[0], text))
        pages[Self.days[0]] = pages[Self.days[0]]?.after(.add, text)
      }
      var aims: [Change: Aim] = [:]
      var kill = 0
      while kill < 200 || aims.values.contains(where: { $0.shots < 40 }), kill < 500 {
        kill += 1
        let text = "number \(kill)"
        let fewest = Change.allCases.sorted { aims[$0]?.shots ?? 0 < aims[$1]?.shots ?? 0 }
        let day = try #require(Self.days.randomElement(using: &chance))
        let old = pages[day] ?? Page()
        let change = try #require(fewest.first { old.after($0, text) != nil })
        let new = old.after(change, text) ?? old
        var aim = aims[change] ?? Aim(usual: usual)
        let output = try sandbox.kill(
          Self.words(change, day, text), after: aim.delay(using: &chance))
        let isKnown = !output.isEmpty
        aim.learn(cameTooLate: isKnown)
        aims[change] = aim

        let found = try state(of: day)
        let isDone = found == new
        #expect(isDone || !isKnown && found == old, "\(change) \(found) \(chance.comment)")
        pages[day] = found
        #expect(try sandbox.integrity() == ["ok"], chance.comment)
      }
      for (change, aim) in aims {
        #expect(aim.shots >= 40 && aim.wasSpread, "\(change) \(chance.comment)")
      }
      for (day, page) in pages where page.text != nil {
        let word = page.texts.last?.split(separator: " ").last.map(String.init) ?? ""
        let hits = try sandbox.run("diary", "search", word, "--limit", "0", "--json").json()
        #expect(
          hits["entries"]?.array?.contains { $0["day"]?.string == day } == true, chance.comment)
      }
    }

    private func state(of day: String) throws -> Page {
      let history = try sandbox.run("diary", "history", day, "--json")
      guard history.status == 0 else {
        #expect(history.status == 3, "\(history.testDescription)")
        return Page()
      }
      let versions = try #require(history.json()["versions"]?.array)
      let texts = versions.map { version in
        [version["title"]?.string ?? "", version["body"]?.string ?? ""]
          .filter { !$0.isEmpty }.joined(separator: "\n\n")
      }
      return Page(texts: texts, isDeleted: try sandbox.run("diary", "show", day).status == 3)
    }
  }
}
