public import Diary
import HTML

/// The calendar on somebody's page, in any of the forms that it had.
public struct ContributionPage: Hashable, Sendable {
  /// Ascending, each day once.
  public var days: [Contribution]
  /// What the page says above the calendar. It may be more than the sum of the days.
  public var headlineTotal: Int?

  /// The sum of the counts that are known.
  public var total: Int { days.reduce(0) { $0 + ($1.count ?? 0) } }

  /// Reads a page.
  ///
  /// - Parameter span: the days that were asked for; a page may have some more at either end.
  public init(
    _ bytes: [UInt8], within span: ClosedRange<Day>? = nil
  ) throws(ContributionPageError) {
    let page = CalendarReader.read(bytes.span)
    headlineTotal = page.headline
    guard !page.cells.isEmpty else { throw PageWithoutCalendar.reason(bytes.span) }
    days = try ContributionPage.days(page.cells)
    guard let span, let first = days.first?.day, let last = days.last?.day else { return }
    days.removeAll { !span.contains($0.day) }
    if days.isEmpty { throw .otherDays(first...last) }
  }

  /// Without the days to come, which are all zeros. Days are those of UTC: tomorrow may have begun
  /// there, and is kept where something was done on it.
  public func until(_ today: Day) -> ContributionPage {
    var page = self
    page.days.removeAll { contribution in
      contribution.day > today + 1 || (contribution.day > today && !contribution.isActive)
    }
    return page
  }
}

// MARK: From cells to days

extension ContributionPage {
  private static func days(_ cells: [CalendarCell]) throws(ContributionPageError) -> [Contribution]
  {
    let cells = inOrder(cells)
    // A day of which neither is known is one with something on it that nobody can read.
    let active = cells.filter { ($0.count ?? $0.level) != 0 }
    let known = active.count { $0.count != nil }
    guard known * 2 >= active.count else {
      throw .countsMissing(known: known, active: active.count)
    }
    let thresholds = LevelThresholds(cells)
    return cells.compactMap { cell in
      guard let level = cell.level ?? cell.count.map(thresholds.level) else { return nil }
      let count = cell.count ?? (level == 0 ? 0 : nil)
      return Contribution(day: Day(number: Int(cell.day)), count: count, level: level)
    }
  }

  /// Sorted, and of each day the one that tells most; the first of equals.
  private static func inOrder(_ cells: [CalendarCell]) -> [CalendarCell] {
    // Numbers sort faster than what they stand for; no page has as many cells as this leaves room.
    let sorted = cells.indices.map { Int(cells[$0].day) << 32 + $0 }.sorted()
    var result: [CalendarCell] = []
    result.reserveCapacity(cells.count)
    for key in sorted {
      let cell = cells[key & 0xFFFF_FFFF]
      guard let last = result.last, last.day == cell.day else {
        result.append(cell)
        continue
      }
      if last.completeness < cell.completeness { result[result.count - 1] = cell }
    }
    return result
  }
}

extension CalendarCell {
  fileprivate var completeness: Int { (count == nil ? 0 : 2) + (level == nil ? 0 : 1) }
}

/// How dark a count is where the page does not say: by the quarters of its counts.
private struct LevelThresholds {
  private var limits: (Int, Int, Int) = (0, 0, 0)

  init(_ cells: [CalendarCell]) {
    guard cells.contains(where: { $0.level == nil && $0.count != nil }) else { return }
    let counts = cells.compactMap(\.count).filter { $0 > 0 }.sorted()
    guard let last = counts.indices.last else { return }
    func limit(_ quarter: Int) -> Int { counts[last * quarter / 4] }
    limits = (limit(1), limit(2), limit(3))
  }

  func level(_ count: Int) -> Int {
    if count <= 0 { return 0 }
    if count <= limits.0 { return 1 }
    if count <= limits.1 { return 2 }
    return count <= limits.2 ? 3 : 4
  }
}
