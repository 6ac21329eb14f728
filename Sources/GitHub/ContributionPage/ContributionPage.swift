public import Diary
import HTML

/// The contribution calendar on a profile page, in the form that GitHub has used since November 2023:
/// a table cell for each day with its level, and beside it a tool-tip with the number.
public struct ContributionPage: Hashable, Sendable {
  /// In ascending order, without duplicates.
  public var days: [Contribution]
  /// The total above the calendar. It may be larger than the sum of the days.
  public var headlineTotal: Int?

  /// The sum of the known counts.
  public var total: Int { days.reduce(0) { $0 + ($1.count ?? 0) } }

  /// Parses a page.
  ///
  /// - Parameter span: The requested days. Days outside of it, which a page may contain, are
  ///   dropped.
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

  /// Drops future days, which are all zero. The days of the page are in UTC, where tomorrow may
  /// have begun, so tomorrow is kept if it has contributions.
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
    // A day with neither a count nor a level is treated as active with an unknown count.
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

  /// Sorts the cells and keeps the most complete one of each day; the first if several are equal.
  private static func inOrder(_ cells: [CalendarCell]) -> [CalendarCell] {
    // Sorting integers is faster than sorting cells. The lower 32 bits are enough for the index.
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

/// Computes missing levels from the quartiles of the counts on the page.
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
