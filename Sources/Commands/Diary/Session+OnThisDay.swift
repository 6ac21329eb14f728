import Diary
import Journal

extension Session {
  /// What earlier years have of the date of `day`, the latest first: all that there is of each day on
  /// which there is an entry, a note or a commit.
  func onThisDay(_ day: Day, in journal: Journal) async throws -> [DayRecord] {
    let remembered = try await journal.onThisDay(day).map(\.day)
    let days = day.anniversaries(since: 1970)
    guard let first = days.last else { return [] }
    let commits = try await ownCommitsOfDays(first...day, in: journal).counts(on: first...day)
    let found = Set(remembered + days.filter { commits[$0] != nil })
    var records: [DayRecord] = []
    for day in found.sorted(by: >) { records.append(try await record(of: day, in: journal)) }
    return records
  }
}
