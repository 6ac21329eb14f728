import Localization

/// The days of a month, each with an anchor.
struct MonthPage {
  let month: PublicMonth
  /// The months before and after, for links.
  let before: PublicMonth?
  let after: PublicMonth?
  let site: Site

  static func path(of month: PublicMonth) -> String { "\(month.name).html" }

  var html: String {
    let reader = site.reader
    var frame = PageFrame(title: reader.yearAndMonth(month.first), path: Self.path(of: month))
    func link(_ month: PublicMonth?) -> (address: String, name: String)? {
      month.map { (Self.path(of: $0), reader.yearAndMonth($0.first)) }
    }
    (frame.before, frame.after) = (link(before), link(after))
    let days = month.days.map { DaySection(day: $0, reader: reader).html }
    return frame.html(days.joined(), in: site)
  }
}
