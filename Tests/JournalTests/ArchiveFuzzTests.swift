import Diary
import JSON
import TestSupport
import Testing

@testable import Journal

/// Archives of any form: a record is added as a whole or refused, and the journal stays intact.
@Suite struct ArchiveFuzzTests {
  private let now = Moment.test("2026-11-21T09:00:00+09:00")

  private func archive(of journal: Journal) async throws -> [JSONValue] {
    try await journal.run { journal in
      let records = try journal.archivedNumbers(ArchiveFilter())
      var found: [JSONValue] = []
      try journal.archive(records) { found.append($0) }
      return found
    }
  }

  /// Replaces one value somewhere in the document.
  private func changed(_ value: JSONValue, _ random: inout Seeded) -> JSONValue {
    switch value {
    case .object(var members) where !members.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      let index = Int.random(in: 0..<members.count, using: &random)
      if Int.random(in: 0..<12, using: &random) == 0 {
        members.remove(at: index)
      } else {
        members[index].value = changed(members[index].value, &random)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      let index = Int.random(in: 0..<elements.count, using: &random)
      elements[index] = changed(elements[index], &random)
      return .array(elements)
    default:
      let others: [JSONValue] = [
        nil, "", "2026-11-20", "2026-13-01", "a", 0, -1, 1_000_000_000_000, true, [], [:], "note",
        "entry", "todo", "\u{0}", "000000000000", "99991231", [[]],
        "ffffffffffffffffffffffffffffffff",
      ]
      return others.randomElement(using: &random) ?? nil
    }
  }

  @Test func `a record is added as a whole or refused`() async throws {
    let place = try JournalOnDisk()
    let journal = place.journal
    let note = try await journal.add(
      Text(title: "t", body: "b #x", tags: ["x"]),
      to: NotePlace(RepositoryKey(Repository(name: "github.com/o/n"))), at: now)
    _ = try await journal.edit(
      note.id, to: Text(title: "t", body: "c", tags: []), basedOn: 1, at: now)
    _ = try await journal.write(
      Text(title: "회고", body: "본문"), on: now.day, basedOn: nil, at: now)
    _ = try await journal.add(["water"], on: now.day, at: now)
    let records = try await archive(of: journal)
    let other = try JournalOnDisk()
    await Fuzz.rounds(34, atLeast: 400) { random in
      let record = changed(records.randomElement(using: &random) ?? nil, &random)
      _ = try? await other.journal.make("import", on: now.day, at: now, isImport: true) { journal in
        var unarchiving = Unarchiving()
        _ = try unarchiving.add(record, to: journal)
        try unarchiving.finish(in: journal, at: now.instant)
      }
    }
    #expect(try await other.journal.problems() == [])
    let archived = try await archive(of: other.journal)
    let third = try JournalOnDisk()
    _ = try await third.journal.make("import", on: now.day, at: now, isImport: true) { journal in
      var unarchiving = Unarchiving()
      for record in archived { _ = try unarchiving.add(record, to: journal) }
      try unarchiving.finish(in: journal, at: now.instant)
    }
    #expect(try await archive(of: third.journal) == archived)
  }
}
