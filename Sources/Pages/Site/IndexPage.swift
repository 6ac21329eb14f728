import Diary
import Localization

/// The first page: the year, the newest texts, and the months with how much each has.
struct IndexPage {
  private let site: Site

  init(_ site: Site) { self.site = site }

  var html: String {
    var content = ""
    if let year = site.diary.year { content += section(of: year) }
    content += newest()
    content += months()
    return PageFrame(title: site.title, path: Site.indexPath).html(content, in: site)
  }

  private func section(of year: YearPicture) -> String {
    """
    <section aria-labelledby="year">
    <h2 id="year">\(year.title.escapedForHTML)</h2>
    <picture>
    <source media="(max-width: 40rem)" srcset="\(Site.halfYearPath)"/>
    <img class="picture" src="\(Site.yearPath)" alt="\(year.summary.escapedForHTML)"/>
    </picture>
    <p>\(year.summary.escapedForHTML)</p>
    \(year.streaks.map { "<p>\($0.escapedForHTML)</p>\n" }.joined())\
    <p class="quiet">\(year.rule.escapedForHTML)</p>
    <details>
    <summary>\(site.say(.pagesTable))</summary>
    \(YearTable(year, reader: site.reader).html)</details>
    </section>

    """
  }

  private static let newestCount = 10

  private func newest() -> String {
    let items = site.diary.newest.prefix(Self.newestCount).map { $0.item(in: site.reader) }
    guard !items.isEmpty else { return "" }
    return """
      <section aria-labelledby="newest">
      <h2 id="newest">\(site.say(.pagesNewest))</h2>
      <ul class="texts">
      \(items.joined())</ul>
      </section>

      """
  }

  /// The newest first.
  private func months() -> String {
    let months = site.diary.months.reversed()
    guard !months.isEmpty else { return "<p>\(site.say(.pagesEmpty))</p>\n" }
    var html =
      "<section aria-labelledby=\"months\">\n<h2 id=\"months\">\(site.say(.pagesMonths))</h2>\n"
    var year: Int?
    for month in months {
      if month.first.date.year != year {
        if year != nil { html += "</ul>\n" }
        year = month.first.date.year
        html += "<h3>\(month.first.date.year)</h3>\n<ul class=\"months\">\n"
      }
      // The heading has the year, which people who go from link to link do not hear.
      let name = site.reader.shortMonths[month.first.date.month - 1]
      html +=
        "<li><a href=\"\(MonthPage.path(of: month))\" "
        + "aria-label=\"\(site.reader.yearAndMonth(month.first).escapedForHTML)\">"
        + "\(name.escapedForHTML)</a> <span class=\"quiet\">\(site.say(.pagesDays(count: month.days.count)))</span></li>\n"
    }
    return html + "</ul>\n</section>\n"
  }
}
