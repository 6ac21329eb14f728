import Diary
import Localization

/// The values of a year as a table: a row for each week, a column for each weekday.
struct YearTable {
  private let year: YearPicture
  private let reader: Reader

  init(_ year: YearPicture, reader: Reader) {
    self.year = year
    self.reader = reader
  }

  var html: String {
    guard let first = year.days.first?.day else { return "" }
    let weekdays = (0..<7).map { (year.firstWeekday.rawValue + $0) % 7 }
      .compactMap { Weekday(rawValue: $0) }
    var html =
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(reader.say(.pagesTable).escapedForHTML)\">\n"
    html += "<table class=\"year\">\n<caption>\(year.title.escapedForHTML)</caption>\n<thead><tr>"
    html += "<th scope=\"col\">\(reader.say(.pagesWeek).escapedForHTML)</th>"
    for weekday in weekdays {
      html += "<th scope=\"col\">\(reader.weekday(weekday).escapedForHTML)</th>"
    }
    html += "</tr></thead>\n<tbody>\n"
    let column = first - first.latest(year.firstWeekday)
    var cells = [String](repeating: "<td></td>", count: column)
    var start = first
    for day in year.days {
      if cells.isEmpty { start = day.day }
      cells.append(cell(day))
      if cells.count == 7 {
        html += row(from: start, cells)
        cells = []
      }
    }
    if !cells.isEmpty {
      cells += [String](repeating: "<td></td>", count: 7 - cells.count)
      html += row(from: start, cells)
    }
    return html + "</tbody>\n</table>\n</div>\n"
  }

  private func row(from day: Day, _ cells: [String]) -> String {
    "<tr><th scope=\"row\">\(reader.date(day).escapedForHTML)</th>\(cells.joined())</tr>\n"
  }

  /// The date is for those who hear the table.
  private func cell(_ day: Contribution) -> String {
    let date = "<span class=\"heard\">\(reader.monthAndDay(day.day).escapedForHTML): </span>"
    return "<td>\(date)\(day.count.map { reader.write($0) } ?? "–")</td>"
  }
}
