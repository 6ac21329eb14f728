import Diary
import Exchange
import JSON
import Records
import TestSupport
import Testing

@testable import Exchanging
@testable import Journal

/// The items that other programs get of records.
@Suite struct RecordFieldItemTests {
  /// What an item has not: formats write deleted texts only where they have a mark for it, and the day
  /// of a note is that of its creation.
  private static let left: Set = [
    "deletedAt note", "deletedAt entry", "deletedAt todo", "written note", "written entry",
    "written todo", "day note",
  ]
  private static let day = Day(iso: "2026-11-21") ?? Day(number: 0)
  private let now = Moment(Instant(secondsSince1970: 1_764_000_000), offset: 0)

  private static func sample(_ field: RecordField, _ number: Int) -> [StoredValue] {
    let rule = Recurrence(every: [.week, .month][number], from: day).text(of: nil, due: nil)
    return field.parts.map { part in
      switch (part.column, part.form) {
      case ("priority", _): .text(["A", "B"][number])
      case ("every", _): .text(rule)
      case ("weather", _): .text("{\"place\":\"Seoul\",\"code\":\(number)}")
      case (_, .tags): .text("[[\"tag\(number)\",3]]")
      case (_, .repository): .text("github.com/a/repository\(number)")
      case (_, .text): .text("\(part.column) \(number)")
      case (_, .day): .integer(Int64(day.number + number))
      case (_, .instant): .integer(1_764_000_000 + Int64(number) * 60)
      case (_, .integer): .integer(Int64(number) * 3600)
      }
    }
  }

  @Test(arguments: RecordKind.allCases)
  func `an item has each field of its record`(kind: RecordKind) async throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(at: folder.file("journal.sqlite"), for: .writing)
    let items = ExportItems(format: .taskwarrior)
    let moment = now
    let fields = RecordField.all.filter {
      $0.kinds.contains(kind) && !Self.left.contains("\($0.name) \(kind.name)")
    }
    _ = try await journal.make("add", on: Self.day, at: now) { journal in
      var state = RecordState(Text(), on: Self.day)
      for field in fields { field.set(Self.sample(field, 0), in: &state) }
      let number = try journal.insert(
        kind, id: Identifier.random().text, state, createdAt: moment)
      let reference = RecordReference(number: number, kind: kind)
      func text(_ journal: isolated Journal) throws -> String {
        try items.items(of: reference, in: journal).map { $0.item.json.text(.compact) }.joined()
      }
      for field in fields {
        let before = try text(journal)
        let record = try journal.record(number)
        var changed = record.state
        field.set(Self.sample(field, 1), in: &changed)
        try journal.change(record, to: changed, at: moment)
        #expect(try text(journal) != before, "\(field.name)")
      }
    }
  }
}
