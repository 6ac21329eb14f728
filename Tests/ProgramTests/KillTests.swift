import JSON
import Platform
import SQLite
import Testing

@testable import ProgramSupport

extension StressTests {
  /// SIGKILL at instants all over a run, from before the program has begun to after it has ended.
  ///
  /// What only a loss of power can do, forgetting what was written and not flushed, is not shown here.
  @Suite struct KillTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    // MARK: The very first note

    @Test(arguments: [
      (words: Sandbox.anywhere, kills: 140), (words: ["notes", "add"], kills: 60),
    ])
    func `a journal killed during its first note is intact`(
      words: [String], kills: Int
    ) throws {
      var chance = SeededGenerator()
      let add = words + ["--json", "--body"]
      var count = 0
      let usual = try sandbox.measure {
        count += 1
        try sandbox.run(add + ["measured"], environment: home("measured-\(count)"))
      }
      var aim = Aim(usual: usual)
      for kill in 1...kills {
        let place = home("first-\(kill)")
        let output = try sandbox.kill(
          add + ["number \(kill)"], after: aim.delay(using: &chance), environment: place)
        let isKnown = !output.isEmpty
        aim.learn(cameTooLate: isKnown)

        sandbox.environment = sandbox.environment.adding(place)
        defer { sandbox.environment["XDG_DATA_HOME"] = sandbox.file("data") }
        let before = try sandbox.notes().compactMap { $0["body"]?.string }
        #expect(before == ["number \(kill)"] || !isKnown && before.isEmpty, chance.comment)
        let next = try sandbox.run(add + ["after \(kill)"])
        #expect(next.status == 0, chance.comment)
        let after = try sandbox.notes("--sort", "oldest").compactMap { $0["body"]?.string }
        #expect(after == before + ["after \(kill)"], chance.comment)
        try expectWhole(place["XDG_DATA_HOME"] ?? "", chance)
      }
      // Otherwise all of this has shown little.
      #expect(aim.wasSpread, chance.comment)
    }

    private func home(_ name: String) -> [String: String] {
      ["XDG_DATA_HOME": sandbox.file("homes/\(name)")]
    }

    private func expectWhole(_ home: String, _ chance: SeededGenerator) throws {
      let folder = home + "/commitdiary"
      #expect(
        try SQLiteFile("\(folder)/journal.sqlite").integrity() == ["ok"], chance.comment)
      #expect(File.permissions(folder) == 0o700, chance.comment)
      #expect(File.permissions("\(folder)/journal.sqlite") == 0o600, chance.comment)
    }

    // MARK: A journal in use

    @Test func `loses no acknowledged change, and none is partial`()
      throws
    {
      var chance = SeededGenerator()
      var ledger = Ledger()
      for number in 1...12 {
        let text = "seed \(number)"
        ledger.notes[try sandbox.add("--body", text)] = Ledger.Note(texts: [text])
      }
      let usual = try sandbox.measure {
        let text = "measured \(ledger.notes.count)"
        ledger.notes[try sandbox.add("--body", text)] = Ledger.Note(texts: [text])
      }
      var aims: [Ledger.Change: Aim] = [:]
      var kill = 0
      // Now and then there is nothing to restore, so that the shares are not even by themselves.
      while kill < 240 || aims.values.contains(where: { $0.shots < 50 }), kill < 600 {
        kill += 1
        // What was done least comes next, unless there is no note that it could be done to.
        let changes = Ledger.Change.allCases.sorted {
          aims[$0]?.shots ?? 0 < aims[$1]?.shots ?? 0
        }
        let step = try #require(ledger.step(changes, "number \(kill)", using: &chance))
        var aim = aims[step.change] ?? Aim(usual: usual)
        let output = try sandbox.kill(step.words, after: aim.delay(using: &chance))
        let isKnown = !output.isEmpty
        aim.learn(cameTooLate: isKnown)
        aims[step.change] = aim

        let found = try stored()
        let isDone = found == ledger.applying(step, found: found).state
        #expect(isDone || !isKnown && found == ledger.state, chance.comment)
        if isDone { ledger = ledger.applying(step, found: found) }
        #expect(try sandbox.integrity() == ["ok"], chance.comment)
      }
      for (change, aim) in aims {
        #expect(aim.shots >= 50 && aim.wasSpread, "\(change) \(chance.comment)")
      }
      #expect(try listed() == ledger.state, chance.comment)
      try expectVersions(of: ledger, chance)
    }

    /// What the file holds. To ask the program for it after each kill would be most of this test, so
    /// that is done once, at the end.
    private func stored() throws -> [String: Ledger.State] {
      let rows = try SQLiteFile(sandbox.journal).open().rows(
        "SELECT id, body, deleted_at FROM note"
      ) { ($0.text(0), Ledger.State(text: $0.text(1), isDeleted: !$0.isNull(2))) }
      return Dictionary(uniqueKeysWithValues: rows)
    }

    private func listed() throws -> [String: Ledger.State] {
      var found: [String: Ledger.State] = [:]
      for (words, isDeleted) in [([], false), (["--deleted"], true)] {
        let outcome = try sandbox.run(["notes", "list", "--limit", "0", "--json"] + words)
        try #require(outcome.status == 0, "\(outcome.testDescription)")
        for note in try #require(outcome.json()["notes"]?.array) {
          let id = try #require(note["id"]?.string)
          #expect(found[id] == nil)
          found[id] = Ledger.State(text: note["body"]?.string ?? "", isDeleted: isDeleted)
        }
      }
      return found
    }

    /// Every text that a note has had is still there, and every living note is found by its words.
    private func expectVersions(of ledger: Ledger, _ chance: SeededGenerator) throws {
      for (id, note) in ledger.notes {
        let versions = try sandbox.run("notes", "history", id, "--json").json()["versions"]?.array
        #expect(versions?.compactMap { $0["body"]?.string } == note.texts, chance.comment)
        let words = note.texts.last ?? ""
        let hits = try sandbox.run("notes", "search", words, "--limit", "0", "--json").json()
        let isFound = hits["notes"]?.array?.contains { $0["id"]?.string == id }
        #expect(isFound == !note.isDeleted, "\(words) \(chance.comment)")
      }
    }
  }
}
