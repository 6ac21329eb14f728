/// A page of contributions in today's markup: a row a weekday, a cell a day, the number in a
/// tool-tip beside it.
struct ContributionPage {
  var login: String
  /// Seconds since 1970, both at the start of a day, both shown.
  var from: Int
  var to: Int
  var counts: [String: Int]
  /// As it is when nobody asks for a year.
  var isLastYear = false

  var html: String {
    let days = Array(stride(from: from, through: to, by: 86_400))
    let total = days.reduce(0) { $0 + (counts[CivilTime.day($1)] ?? 0) }
    var html = """
      <div class="js-yearly-contributions">
      <div class="position-relative">
        <h2 tabindex="-1" id="js-contribution-activity-description" class="f4 text-normal mb-2">
          \(grouped(total))
          contribution\(total == 1 ? "" : "s")
            in \(isLastYear ? "the last year" : String(CivilTime.day(from).prefix(4)))
        </h2>
        <div class="js-calendar-graph graph-canvas ContributionCalendar"
            data-graph-url="/users/\(login)/contributions"
            data-url="/\(login)"
            data-from="\(CivilTime.day(from)) 00:00:00 UTC"
            data-to="\(CivilTime.day(to)) 23:59:59 UTC"
            >
        <table role="grid" class="ContributionCalendar-grid js-calendar-graph-table">
          <caption class="sr-only">Contribution Graph</caption>
          <tbody>

      """
    for row in 0..<7 {
      html += "<tr style=\"height: 10px\">\n"
      for day in days where CivilTime.weekday(day) == row { html += cell(day, row) }
      html += "</tr>\n"
    }
    return html + "</tbody>\n</table>\n</div>\n</div>\n</div>\n"
  }

  private func cell(_ day: Int, _ row: Int) -> String {
    let date = CivilTime.day(day)
    let count = counts[date] ?? 0
    let column = ((day - from) / 86_400 + CivilTime.weekday(from)) / 7
    let id = "contribution-day-component-\(row)-\(column)"
    let (_, month, number) = CivilTime.civil(day / 86_400)
    let when = "\(CivilTime.months[month - 1]) \(number)\(ordinal(number))"
    let words =
      count == 0 ? "No contributions" : count == 1 ? "1 contribution" : "\(count) contributions"
    return """
      <td tabindex="0" data-ix="\(column)" aria-selected="false" \
      aria-describedby="contribution-graph-legend-level-\(level(count))" style="width: 10px" \
      data-date="\(date)" id="\(id)" data-level="\(level(count))" role="gridcell" \
      data-view-component="true" class="ContributionCalendar-day"></td>
        <tool-tip id="tooltip-\(date)" for="\(id)" popover="manual" data-direction="n" \
      data-type="label" data-view-component="true" class="sr-only position-absolute">\
      \(words) on \(when).</tool-tip>

      """
  }

  private func level(_ count: Int) -> Int {
    let most = counts.values.max() ?? 0
    return count == 0 ? 0 : min(4, 1 + count * 4 / (most + 1))
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
    number < 1000
      ? "\(number)" : "\(number / 1000)," + String("00\(number % 1000)".suffix(3))
  }
}
