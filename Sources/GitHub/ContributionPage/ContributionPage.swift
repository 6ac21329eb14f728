public import Diary
import HTML
import HTTP
import Platform

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
    guard let span, !days.isEmpty else { return }
    days.removeAll { !span.contains($0.day) }
    if days.isEmpty { throw .otherDays }
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

/// The reason why no contributions could be read from a page.
public enum ContributionPageError: Error, Hashable, Sendable {
  /// No account has this name.
  case notFound
  /// Organizations have no contributions of their own.
  case organization
  /// The user's profile is private.
  case privateProfile
  /// The host shows its pages only to users who are logged in.
  case loginRequired
  /// The page is HTML without a calendar of the known form, and none of the cases above: GitHub
  /// changed its page.
  case noCalendar
  /// The calendar lacks the counts of most active days: GitHub changed its page. A missing count is
  /// not treated as zero.
  case countsMissing(known: Int, active: Int)
  /// The calendar has none of the requested days.
  case otherDays
  /// The response is not HTML.
  case notHTML
  /// The page could not be fetched.
  case notFetched(GitHubError)
}

extension GitHubClient {
  /// A year of contributions from the public profile page of an account. No token is needed or
  /// sent.
  ///
  /// Conditional requests would not help, because the page differs on each request.
  public func contributionPage(
    of login: String, year: Int
  ) async throws(ContributionPageError) -> ContributionPage {
    let year = min(max(year, 1), 9999)
    guard let first = Day(year: year, month: 1, day: 1),
      let last = Day(year: year, month: 12, day: 31)
    else { throw .noCalendar }
    let url =
      "\(host.webURL)/users/\(Percent.encodeSegment(login))/contributions?from=\(first)&to=\(last)"
    var request = GitHubRequest(url)
    request.headers = ["Accept": "text/html", "X-Requested-With": "XMLHttpRequest"]
    request.bodyLimit = 4 << 20
    let response = try await page(request)
    // A server with private pages redirects all requests to the login page.
    if WebAddress(response.url)?.path == "/login" { throw .loginRequired }
    return try ContributionPage(response.body, within: first...last)
  }

  private func page(_ request: GitHubRequest) async throws(ContributionPageError) -> HTTPResponse {
    do {
      return try await send(request, by: web).response
    } catch {
      switch error {
      case .notFound: throw .notFound
      case .loginRequired, .badCredentials: throw .loginRequired
      default: throw .notFetched(error)
      }
    }
  }
}

/// Determines from the other contents of a page why it has no calendar.
struct PageWithoutCalendar {
  private var hasMarkup = false
  private var isOrganization = false
  private var isLogin = false
  private var isPrivate = false
  private var title = ""
  private var firstText: String?

  static func reason(_ bytes: Span<UInt8>) -> ContributionPageError {
    var page = PageWithoutCalendar()
    var tokenizer = HTMLTokenizer()
    var element = 0..<0
    while let token = tokenizer.next(in: bytes) {
      switch token {
      case .start(let name):
        element = name
        page.hasMarkup = true
        page.take(name, &tokenizer, in: bytes)
      case .raw(let range):
        if page.title.isEmpty, bytes.isWord("title", in: element) {
          page.title = PageWithoutCalendar.words(range, in: bytes)
        }
      case .text(let range): page.take(text: range, in: bytes)
      case .end, .comment, .doctype: page.hasMarkup = true
      }
    }
    return page.reason
  }

  private var reason: ContributionPageError {
    guard hasMarkup else { return firstText == "not found" ? .notFound : .notHTML }
    if title.hasPrefix("page not found") { return .notFound }
    if isOrganization { return .organization }
    if isPrivate { return .privateProfile }
    return isLogin || title.hasPrefix("sign in to ") ? .loginRequired : .noCalendar
  }

  private mutating func take(
    _ name: Range<Int>, _ tokenizer: inout HTMLTokenizer, in bytes: Span<UInt8>
  ) {
    var isSubject = false
    var content = ""
    while let attribute = tokenizer.nextAttribute(in: bytes) {
      let value = attribute.value
      if bytes.isWord("name", in: attribute.name) {
        isSubject = bytes.isWord("hovercard-subject-tag", in: value)
      } else if bytes.isWord("content", in: attribute.name) {
        content = PageWithoutCalendar.words(value, in: bytes)
      } else if bytes.isWord("itemtype", in: attribute.name) {
        if PageWithoutCalendar.words(value, in: bytes).hasSuffix("schema.org/organization") {
          isOrganization = true
        }
      } else if bytes.isWord("action", in: attribute.name), bytes.isWord("form", in: name) {
        if bytes.isWord("/session", in: value) { isLogin = true }
      }
    }
    if isSubject, content.hasPrefix("organization:") { isOrganization = true }
  }

  private mutating func take(text range: Range<Int>, in bytes: Span<UInt8>) {
    // Longer texts are written by users, not by GitHub.
    guard range.count <= 400 else { return }
    let words = PageWithoutCalendar.words(range, in: bytes)
    guard !words.isEmpty else { return }
    if firstText == nil { firstText = words }
    if words.contains("profile is private") || words.contains("activity is private") {
      isPrivate = true
    }
  }

  /// The text in lower case, with single spaces between words.
  private static func words(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
    let text = HTMLReference.text(range.prefix(400), in: bytes).lowercased()
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
