import Diary
import Localization
public import Terminal

/// The activity of a year, in a picture and in words.
public struct YearPicture: Sendable {
  var title: String
  /// What the picture shows, in sentences.
  var summary: String
  var streaks: [String]
  /// How days are counted to streaks.
  var rule: String
  /// The heatmap and the streaks as pictures.
  var svg: String
  /// The last half of the year, for narrow screens.
  var narrowSVG: String
  var streakSVG: String
  var days: [Contribution]
  var firstWeekday: Weekday
}

extension Graph {
  /// The picture for pages and books.
  ///
  /// - Parameter narrow: the last half of the same year.
  public func picture(
    narrow: Graph, in theme: Theme, _ context: ViewContext
  ) -> YearPicture {
    YearPicture(
      title: context.reader.say(title(in: context)), summary: sentences(in: context),
      streaks: context.sentences(of: streaks), rule: context.reader.say(.streakRule),
      svg: svg(in: theme, context), narrowSVG: narrow.svg(in: theme, context),
      streakSVG: context.card(of: streaks, of: activity.measure, in: theme), days: days,
      firstWeekday: firstWeekday)
  }
}

extension YearPicture {
  /// The values as a table: a row for each week, a column for each weekday.
  func table(in reader: Reader) -> String {
    guard let first = days.first?.day else { return "" }
    let weekdays = (0..<7).map { (firstWeekday.rawValue + $0) % 7 }
      .compactMap { Weekday(rawValue: $0) }
    var html =
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(reader.say(.pagesTableInText).escapedForHTML)\">\n"
    html += "<table class=\"year\">\n<caption>\(title.escapedForHTML)</caption>\n<thead><tr>"
    html += "<th scope=\"col\">\(reader.say(.pagesWeek).escapedForHTML)</th>"
    for weekday in weekdays {
      html += "<th scope=\"col\">\(reader.weekday(weekday).escapedForHTML)</th>"
    }
    html += "</tr></thead>\n<tbody>\n"
    func row(from day: Day, _ cells: [String]) -> String {
      "<tr><th scope=\"row\">\(reader.date(day).escapedForHTML)</th>\(cells.joined())</tr>\n"
    }
    let column = first - first.latest(firstWeekday)
    var cells = [String](repeating: "<td></td>", count: column)
    var start = first
    for day in days {
      if cells.isEmpty { start = day.day }
      // The date is for those who hear the table.
      let date = "<span class=\"heard\">\(reader.monthAndDay(day.day).escapedForHTML): </span>"
      cells.append("<td>\(date)\(day.count.map { reader.write($0) } ?? "–")</td>")
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
}
