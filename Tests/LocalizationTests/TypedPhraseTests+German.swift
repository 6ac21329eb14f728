import Diary
import Testing

@testable import Localization

/// What Germans type for days, times and spans, on Wednesday, November 18, 2026.
@Suite struct GermanPhraseTests {
  private static let today = Day(iso: "2026-11-18")!
  private let reader = Reader("LANG=de_DE.UTF-8")

  @Test(arguments: [
    ("heute", "2026-11-18"), ("gestern", "2026-11-17"), ("vorgestern", "2026-11-16"),
    ("vorvorgestern", "2026-11-15"), ("morgen", "2026-11-19"), ("übermorgen", "2026-11-20"),
    ("uebermorgen", "2026-11-20"), ("vor 3 Tagen", "2026-11-15"), ("vor drei Tagen", "2026-11-15"),
    ("vor einer Woche", "2026-11-11"), ("vor zwei Wochen", "2026-11-04"),
    ("vor einem Monat", "2026-10-18"), ("vor einem Jahr", "2025-11-18"),
    ("in 3 Tagen", "2026-11-21"), ("in einer Woche", "2026-11-25"), ("in 14 Tagen", "2026-12-02"),
    ("heute in einer Woche", "2026-11-25"), ("letzten Freitag", "2026-11-13"),
    ("letzter Freitag", "2026-11-13"), ("am Freitag", "2026-11-13"), ("Freitag", "2026-11-13"),
    ("Fr", "2026-11-13"), ("am Sonnabend", "2026-11-14"), ("vergangenen Montag", "2026-11-16"),
    ("nächsten Freitag", "2026-11-20"), ("naechsten Freitag", "2026-11-20"),
    ("kommenden Montag", "2026-11-23"), ("3. November", "2026-11-03"),
    ("3. November 2025", "2025-11-03"), ("3.11.", "2026-11-03"), ("3.11", "2026-11-03"),
    ("3.11.2025", "2025-11-03"), ("03.11.25", "2025-11-03"), ("3/11", "2026-11-03"),
    ("am 3. November", "2026-11-03"), ("der 3. November", "2026-11-03"),
    ("3. Nov", "2026-11-03"), ("3. Nov. 2025", "2025-11-03"), ("1. März", "2026-03-01"),
    ("1. Maerz", "2026-03-01"), ("1. Jänner", "2026-01-01"), ("am 5.", "2026-11-05"),
    ("Anfang März", "2026-03-01"), ("Mitte März", "2026-03-15"), ("Ende März", "2026-03-31"),
    ("Ende November", "2025-11-30"), ("Monatsanfang", "2026-11-01"),
    ("Weihnachten", "2025-12-25"), ("21.11.", "2026-11-21"), ("Sa. 14. Nov. 2026", "2026-11-14"),
    ("2026-11-03", "2026-11-03"),
  ])
  func `days`(typed: String, day: String) {
    let found = DayExpression(typed, reader: reader)?.day(
      from: Self.today, firstWeekday: .monday, towards: .past)
    #expect(found == Day(iso: day))
  }

  @Test(arguments: [
    ("um 9", "09:00"), ("9 Uhr", "09:00"), ("um 21 Uhr", "21:00"), ("21:30", "21:30"),
    ("9 Uhr 30", "09:30"), ("21.30 Uhr", "21:30"), ("halb zehn", "09:30"),
    ("viertel nach 9", "09:15"), ("viertel vor 9", "08:45"), ("halb 12 abends", "23:30"),
    ("9 Uhr abends", "21:00"), ("mittags", "12:00"), ("Mitternacht", "00:00"),
  ])
  func `times`(typed: String, time: String) {
    guard case .time(let found)? = MomentExpression(typed, reader: reader) else {
      Issue.record("\(typed) is no time")
      return
    }
    #expect(found == TimeOfDay(iso: time))
  }

  @Test(arguments: [
    ("letzte Woche", "2026-11-09", "2026-11-15"), ("diese Woche", "2026-11-16", "2026-11-22"),
    ("nächste Woche", "2026-11-23", "2026-11-29"), ("letzten Monat", "2026-10-01", "2026-10-31"),
    ("letztes Jahr", "2025-01-01", "2025-12-31"), ("März", "2026-03-01", "2026-03-31"),
    ("im Oktober", "2026-10-01", "2026-10-31"), ("2025", "2025-01-01", "2025-12-31"),
    ("die letzten 7 Tage", "2026-11-12", "2026-11-18"), ("seit Montag", "2026-11-16", "2026-11-18"),
    ("von Montag bis Mittwoch", "2026-11-16", "2026-11-18"),
  ])
  func `spans`(typed: String, first: String, last: String) {
    let span = SpanExpression(typed, reader: reader)?.span(
      from: Self.today, firstWeekday: .monday, towards: .past)
    #expect(span?.first == Day(iso: first) && span?.last == Day(iso: last))
  }

  @Test(arguments: ["so", "mo", "die", "mar", "sam", "frietag", "halb"])
  func `an English reader does not read German`(typed: String) {
    let english = Reader("LANG=en_US.UTF-8")
    if typed == "mo" || typed == "so" || typed == "die" {
      #expect(DayExpression(typed, reader: english) == nil)
    }
    #expect(MomentExpression(typed + " zehn", reader: english) == nil)
  }
}
