import TestSupport

/// Writes a contribution page as GitHub does, or a variation of it.
public struct ContributionPageWriter: Sendable {
  public enum Language: Sendable { case english, german }

  public var login: String
  /// The first and the last day shown, such as `2026-11-21`.
  public var from: String
  public var to: String
  public var counts: [String: Int]
  /// Levels that differ from those computed from the counts.
  public var levels: [String: Int] = [:]
  /// Whether the page is the one without a requested year.
  public var isLastYear = false
  /// The number in the headline, if it is not the sum.
  public var headline: Int?
  public var hasHeadline = true
  public var separator = ","
  public var language = Language.english
  /// Days without a count in the page.
  public var silent: Set<String> = []
  public var isSilent = false
  /// Whether all tool-tips come before the table, as in a page saved by a browser.
  public var hoistsToolTips = false
  /// The order of a day's attributes, as an index of the permutations. The first is GitHub's order.
  public var attributeOrder = 0
  /// The quotation mark around attribute values. If empty, it is left out where HTML allows that.
  public var quote = "\""
  /// Whether tags are in upper case.
  public var isLoud = false
  /// Additional cells at the end of the calendar, with these dates and counts.
  public var strays: [(date: String, count: Int)] = []
  /// Markup before the calendar.
  public var preamble = ""

  public init(login: String = "octocat", from: String, to: String, counts: [String: Int]) {
    self.login = login
    self.from = from
    self.to = to
    self.counts = counts
  }

  /// The page of a calendar year.
  public init(login: String = "octocat", year: Int, counts: [String: Int]) {
    let year = String("000\(year)".suffix(4))
    self.init(login: login, from: "\(year)-01-01", to: "\(year)-12-31", counts: counts)
  }

  public var bytes: [UInt8] { Array(html.utf8) }

  public var html: String {
    """
    <div class="js-yearly-contributions">
    <div class="position-relative">
    \(preamble)\(headlineHTML)
      <div class="border py-2 graph-before-activity-overview">
        <div class="js-calendar-graph graph-canvas ContributionCalendar height-full text-center"
            data-graph-url="/users/\(login)/contributions"
            data-url="/\(login)"
            data-from="\(from) 00:00:00 UTC"
            data-to="\(to) 23:59:59 UTC"
            data-org=""
            >
    \(table)
    \(legend)
        </div>
      </div>
    </div>
    \(overview)
    </div>

    """
  }

  /// The level of a count relative to the highest count. The pages and GraphQL use the same levels.
  static func level(_ count: Int, most: Int) -> Int {
    count <= 0 ? 0 : min(4, 1 + count * 4 / (most + 1))
  }
}

// MARK: Days

extension ContributionPageWriter {
  private struct Cell {
    var date: String
    var count: Int
    var level: Int
    var row: Int
    var column: Int
    var id: String { "contribution-day-component-\(row)-\(column)" }
  }

  private var cells: [Cell] {
    guard let first = CivilTime.parse(from), let last = CivilTime.parse(to) else { return [] }
    let most = counts.values.max() ?? 0
    let corner = CivilTime.weekday(first)
    return stride(from: first, through: last, by: 86_400).map { day in
      let date = CivilTime.day(day)
      let count = counts[date] ?? 0
      return Cell(
        date: date, count: count,
        level: levels[date] ?? ContributionPageWriter.level(count, most: most),
        row: CivilTime.weekday(day), column: ((day - first) / 86_400 + corner) / 7)
    }
  }

  private var strayCells: [Cell] {
    let most = counts.values.max() ?? 0
    return strays.enumerated().map { index, stray in
      Cell(
        date: stray.date, count: stray.count,
        level: ContributionPageWriter.level(stray.count, most: most), row: index, column: 99)
    }
  }

  private var table: String {
    let cells = cells
    let strays = strayCells
    var html = "<div style=\"max-width: 100%; overflow-y: hidden; overflow-x: auto\">\n"
    if hoistsToolTips {
      for cell in cells + strays { html += toolTip(cell) }
    }
    html += """
      <table data-hydro-click="{&quot;event_type&quot;:&quot;user_profile.click&quot;,&quot;payload&quot;:\
      {&quot;target&quot;:&quot;CONTRIBUTION_CALENDAR_SQUARE&quot;}}" role="grid" aria-readonly="true" \
      class="ContributionCalendar-grid js-calendar-graph-table" style="border-spacing: 3px">
        <caption class="sr-only">Contribution Graph</caption>
        <thead>
          <tr style="height: 13px">
            <td style="width: 28px"><span class="sr-only">Day of Week</span></td>

      """
    for month in CivilTime.months {
      html += """
                <td class="ContributionCalendar-label" colspan="4" style="position: relative">
                  <span class="sr-only">\(month)</span>
                  <span aria-hidden="true" style="position: absolute; top: 0">\(month.prefix(3))</span>
                </td>

        """
    }
    html += "    </tr>\n  </thead>\n  <tbody>\n"
    for row in 0..<7 {
      html += """
              <tr style="height: 10px">
                <td class="ContributionCalendar-label" style="position: relative">
                  <span class="sr-only">\(CivilTime.weekdays[row])</span>
                </td>

        """
      for cell in cells where cell.row == row { html += square(cell) }
      html += "      </tr>\n"
    }
    for cell in strays { html += square(cell) }
    return html + "  </tbody>\n</table>\n</div>\n"
  }

  private func square(_ cell: Cell) -> String {
    let meaning = [
      ("data-date", cell.date), ("id", cell.id), ("data-level", "\(cell.level)"),
      ("class", "ContributionCalendar-day"),
    ]
    let attributes = [
      ("tabindex", "0"), ("data-ix", "\(cell.column)"), ("aria-selected", "false"),
      ("aria-describedby", "contribution-graph-legend-level-\(cell.level)"),
      ("style", "width: 10px"), ("role", "gridcell"), ("data-view-component", "true"),
    ]
    let indent = String(repeating: " ", count: 16)
    let open = indent + tag("td", ordered(meaning) + attributes)
    return "\(open)\(name("/td"))\n\(hoistsToolTips ? "" : toolTip(cell))\n"
  }

  private func toolTip(_ cell: Cell) -> String {
    var chance = Seeded(UInt64(cell.row * 100 + cell.column))
    let number = chance.sha()
    let attributes = [
      ("style", "pointer-events: none;"),
      ("id", "tooltip-\(number.prefix(8))-\(number.dropFirst(8).prefix(27))"), ("for", cell.id),
      ("popover", "manual"), ("data-direction", "n"), ("data-type", "label"),
      ("data-view-component", "true"), ("class", "sr-only position-absolute"),
    ]
    // A browser that saves a page writes out the contents of a component.
    let inside =
      hoistsToolTips
      ? "<template shadowrootmode=\"open\"><style>:host { --n: '9 contributions' }</style>"
        + "<slot></slot></template>" : ""
    return "  \(tag("tool-tip", attributes))\(inside)\(text(cell))\(name("/tool-tip"))\n"
  }
}

// MARK: Words

extension ContributionPageWriter {
  private var headlineHTML: String {
    guard hasHeadline else { return "" }
    let total = headline ?? cells.reduce(0) { $0 + $1.count }
    return """
        <h2 tabindex="-1" id="js-contribution-activity-description" class="f4 text-normal mb-2">
          \(grouped(total))
          \(noun(total))
            in \(isLastYear ? "the last year" : String(from.prefix(4)))
        </h2>
      """
  }

  private func isSilent(_ cell: Cell) -> Bool { isSilent || silent.contains(cell.date) }

  /// A text such as `7 contributions on January 21st.` Empty for a silent day.
  private func text(_ cell: Cell) -> String {
    guard !isSilent(cell) else { return "" }
    let words = cell.count == 0 ? noneWord : grouped(cell.count)
    let day = (CivilTime.parse(cell.date) ?? 0) / 86_400
    let (_, month, number) = CivilTime.civil(day)
    let when = "\(CivilTime.months[month - 1]) \(number)\(ordinal(number))."
    return "\(words) \(noun(cell.count)) \(language == .english ? "on" : "am") \(when)"
  }

  private var noneWord: String { language == .english ? "No" : "Keine" }

  private func noun(_ count: Int) -> String {
    switch language {
    case .english: count == 1 ? "contribution" : "contributions"
    case .german: count == 1 ? "Beitrag" : "Beiträge"
    }
  }

  private func ordinal(_ number: Int) -> String {
    switch (number % 10, number / 10) {
    case (_, 1): "th"
    case (1, _): "st"
    case (2, _): "nd"
    case (3, _): "rd"
    default: "th"
    }
  }

  private func grouped(_ number: Int) -> String {
    let digits = String(number)
    guard digits.count > 3 else { return digits }
    return grouped(number / 1000) + separator + digits.suffix(3)
  }

  private var legend: String {
    let shades = (0...4).map { level in
      """
      <div style="width: 10px; height: 10px" id="contribution-graph-legend-level-\(level)" \
      data-level="\(level)" data-view-component="true" class="ContributionCalendar-day rounded-1 mr-1">
          <span class="sr-only">\(level == 0 ? "No" : "Some") contributions.</span>
      </div>
      """
    }
    return "<span>Less</span>\n\(shades.joined(separator: "\n"))\n<span>More</span>"
  }

  private var overview: String {
    """
    <div class="position-relative" id="user-activity-overview">
      <h3 class="text-normal f5">Activity overview</h3>
      <a href="/\(login)/hello-world" data-hovercard-type="repository">\(login)/hello-world</a>
      <svg class="js-activity-overview-graph d-none mx-auto" xmlns="http://www.w3.org/2000/svg">
        <title>A graph representing \(login)'s contributions from \(from) to \(to).</title>
        <g><path stroke-width="7" /></g>
      </svg>
    </div>
    """
  }
}

// MARK: Tags

extension ContributionPageWriter {
  private typealias Attributes = [(String, String)]

  private func name(_ name: String) -> String { "<\(isLoud ? name.uppercased() : name)>" }

  private func tag(_ name: String, _ attributes: Attributes) -> String {
    var html = "<\(isLoud ? name.uppercased() : name)"
    for (name, value) in attributes {
      // Without quotes a slash at the end of the tag would be part of the value.
      let needsQuotes = value.isEmpty || value.contains { " \"'=<>`;/()".contains($0) }
      let quote = quote.isEmpty && needsQuotes ? "\"" : quote
      html += " \(isLoud ? name.uppercased() : name)=\(quote)\(value)\(quote)"
    }
    return html + ">"
  }

  /// The number of permutations of `count` attributes.
  public static func orders(of count: Int) -> Int { (1...max(count, 1)).reduce(1, *) }

  private func ordered(_ attributes: Attributes) -> Attributes {
    var rest = attributes
    var result: Attributes = []
    var number = attributeOrder
    while !rest.isEmpty {
      result.append(rest.remove(at: number % rest.count))
      number /= rest.count + 1
    }
    return result
  }
}
