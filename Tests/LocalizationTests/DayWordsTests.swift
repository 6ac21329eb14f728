import Diary
import Testing

@testable import Localization

/// The words for days in languages other than English.
@Suite struct DayWordsTests {
  private func day(_ text: String, _ locale: String, _ direction: DayExpression.Direction)
    -> String?
  {
    let reader = Reader("LANG=\(locale).UTF-8")
    return DayExpression(text, reader: reader)?
      .day(from: DayExpressionTests.today, firstWeekday: reader.firstWeekday, towards: direction)
      .description
  }

  @Test(arguments: [
    ("오늘", "2026-11-21"), ("어제", "2026-11-20"), ("그저께", "2026-11-19"), ("내일", "2026-11-22"),
    ("모레", "2026-11-23"), ("3일 전", "2026-11-18"), ("3일전", "2026-11-18"),
    ("지난주 금요일", "2026-11-13"), ("지난 금요일", "2026-11-20"), ("다음 주 월요일", "2026-11-23"),
    ("다음주 월요일", "2026-11-23"),
    ("11월 21일", "2026-11-21"), ("2026년 11월 21일", "2026-11-21"), ("2026년 1월 2일", "2026-01-02"),
    ("2026-11-21", "2026-11-21"), ("yesterday", "2026-11-20"),
    ("-3d", "2026-11-18"), ("사흘 전", "2026-11-18"), ("열흘 뒤", "2026-12-01"), ("두 달 전", "2026-09-21"),
    ("이주 전", "2026-11-07"), ("삼 주 전", "2026-10-31"), ("글피", "2026-11-24"),
    ("작년 11월 3일", "2025-11-03"), ("작년", "2025-11-21"), ("재작년 2월 29일", "2024-02-29"),
    ("2026년 11월 3일 (화)", "2026-11-03"), ("11월 18일 (수)", "2026-11-18"),
    ("11월 18일 수요일", "2026-11-18"), ("십일월 삼일 화요일", "2026-11-03"), ("2026년 11월 3일", "2026-11-03"),
    ("지지난주 금요일", "2026-11-06"), ("다다음 주 월요일", "2026-11-30"), ("일 년 전", "2025-11-21"),
  ])
  func `reads days in Korean`(_ text: String, _ date: String) {
    #expect(day(text, "ko_KR", .past) == date)
    #expect(day(text, "ko_KR", .future) == date)
  }

  @Test(arguments: [
    ("février", "fevrier"), ("fe\u{301}vrier", "FÉVRIER"), ("1º", "1o"), ("1ª", "1A"), ("ø", "O"),
    ("kasım", "kasim"), ("dreißig", "dreissig"), ("tháng mười", "thang muoi"),
    ("май", "маи\u{306}"),
    ("Μάιος", "μαιος"),
  ])
  func `letters are compared without accents`(_ text: String, _ other: String) {
    #expect(TypedText(text) == TypedText(other))
  }

  /// A catalog of another language may have ordinals before its numbers too.
  @Test(arguments: [
    ("1er février", "2026-02-01"), ("1er fevrier 2025", "2025-02-01"), ("le 1er", "2026-11-01"),
    ("1º février", "2026-02-01"), ("le 3 août", "2026-08-03"), ("3 aout", "2026-08-03"),
  ])
  func `a catalog has its own ordinals and months with accents`(_ text: String, _ date: String) {
    let english = Catalog.of("en")!
    let texts: [MessageKey: String] = [
      .dayWordsOrdinals: "er|º", .dayWordsDayOfMonth: "le {d}",
      .dayWordsDate: "{d} {month}|le {d} {month}|{d} {month} {y}",
      .monthWordsNames: "janvier;février;mars;avril;mai;juin;juillet;août",
    ]
    let french = Catalog(
      name: "fr", text: { key, _ in texts[key] }, pluralForm: english.pluralForm,
      names: english.names, forms: english.forms)
    let day = DayWords(french, forms: french.forms("")).day(TypedText(text))
    #expect(
      day?.day(from: DayExpressionTests.today, firstWeekday: .monday, towards: .past).description
        == date)
  }

  /// German, French and Chinese count minutes before an hour.
  @Test(arguments: [
    ("halb zehn", "09:30"), ("halb 10", "09:30"), ("halb 12 abends", "23:30"),
    ("halb 1 mittags", "12:30"), ("halb 8 abends", "19:30"), ("halb 0", ""), ("halb 25", ""),
    ("viertel vor 9", "08:45"), ("viertel vor 12 abends", "23:45"),
    ("9 heures moins le quart", "08:45"),
    ("差一刻5点", "04:45"), ("halb 5 abends", "16:30"), ("halb 4 abends", ""),
  ])
  func `reads minutes before an hour`(_ text: String, _ time: String) {
    let english = Catalog.of("en")!
    let texts: [MessageKey: String] = [
      .dayWordsTime:
        "halb {H}=-30|halb {h} {a}=-30|viertel vor {H}=-15|viertel vor {h} {a}=-15|"
        + "{H} heures moins le quart=-15|差一刻{H}点=-15",
      .dayWordsPeriods: "mittags=11-14|abends=16-23",
      .dayWordsNumbers: "ein;zwei;drei;vier;fünf;sechs;sieben;acht;neun;zehn",
    ]
    let german = Catalog(
      name: "de", text: { key, _ in texts[key] }, pluralForm: english.pluralForm,
      names: english.names, forms: english.forms)
    let read = DayWords(german, forms: german.forms("")).time(TypedText(text).text)?.time
    let written = read.map { "\($0.hour.padded(to: 2)):\($0.minute.padded(to: 2))" }
    #expect(written ?? "" == time)
  }

  @Test func `reads Korean days in decomposed form`() {
    let parts = "어제".unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
      let index = scalar.value - 0xAC00
      let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
      return jamo.filter { $0 != 0x11A7 }.compactMap(Unicode.Scalar.init)
    }
    #expect(parts.count == 4)
    #expect(day(String(String.UnicodeScalarView(parts)), "ko_KR", .past) == "2026-11-20")
  }

  @Test(arguments: [
    ("今日", "2026-11-21"), ("昨日", "2026-11-20"), ("一昨日", "2026-11-19"), ("明日", "2026-11-22"),
    ("明後日", "2026-11-23"), ("3日前", "2026-11-18"), ("３日前", "2026-11-18"),
    ("先週の金曜日", "2026-11-13"), ("来週の月曜日", "2026-11-23"),
    ("11月21日", "2026-11-21"), ("１１月２１日", "2026-11-21"),
    ("2026年11月21日", "2026-11-21"), ("2026-11-21", "2026-11-21"), ("yesterday", "2026-11-20"),
    ("三日前", "2026-11-18"), ("二十日前", "2026-11-01"), ("二週間前", "2026-11-07"), ("先々週", "2026-11-07"),
    ("先々週の金曜日", "2026-11-06"), ("再来週の月曜日", "2026-11-30"), ("再来週", "2026-12-05"),
    ("去年の11月3日", "2025-11-03"), ("去年", "2025-11-21"), ("一年前", "2025-11-21"),
    ("２０２６－１１－０３", "2026-11-03"), ("2026年11月3日(火)", "2026-11-03"),
    ("２０２６年１１月３日（火）", "2026-11-03"), ("十一月三日 火曜日", "2026-11-03"), ("しあさって", "2026-11-24"),
    ("㋊㏢火曜", "2026-11-03"), ("11月18日(水)", "2026-11-18"),
  ])
  func `reads days in Japanese`(_ text: String, _ date: String) {
    #expect(day(text, "ja_JP", .past) == date)
    #expect(day(text, "ja_JP", .future) == date)
  }

  @Test(arguments: [("ko_KR", "월요일"), ("ja_JP", "月曜日")])
  func `a weekday is the last one or the next one`(_ locale: String, _ text: String) {
    #expect(day(text, locale, .past) == "2026-11-16")
    #expect(day(text, locale, .future) == "2026-11-23")
  }

  @Test(arguments: [
    ("ko_KR", "13월 1일"), ("ko_KR", "2026년 2월 30일"), ("ko_KR", "2월 30일"), ("ko_KR", "전"),
    ("ko_KR", "요일"), ("ja_JP", "13月1日"), ("ja_JP", "2026年2月30日"),
    ("ja_JP", "百日前"), ("ja_JP", "2026年11月3日(水)"), ("ja_JP", "曜日"),
  ])
  func `refuses what is not a day in every language`(_ locale: String, _ text: String) {
    #expect(day(text, locale, .past) == nil)
  }

  @Test(arguments: ["ko_KR", "ja_JP"])
  func `reads weekdays as the calendar prints them`(_ locale: String) {
    for (weekday, name) in zip(Weekday.allCases, Reader("LANG=\(locale).UTF-8").names.weekdays) {
      #expect(
        DayExpression(name, reader: Reader("LANG=\(locale).UTF-8")) == .weekday(weekday), "\(name)")
    }
  }

  @Test(arguments: [
    "en_US", "en_GB", "en_DE", "en_IN", "en_SE", "ko_KR", "ko_CN", "ja_JP", "C",
    "LC_TIME=en_GB.UTF-8 LANG=ko_KR", "LC_TIME=ja_JP.UTF-8 LANG=en_US",
  ])
  func `reads dates and times as the program prints them`(_ locale: String) throws {
    let reader = Reader((locale.contains("=") ? "" : "LANG=") + locale + ".UTF-8")
    func read(_ text: String, from today: Day) -> Day? {
      DayExpression(text, reader: reader)?.day(from: today)
    }
    for offset in stride(from: 0, to: 800, by: 29) {
      let day = DayExpressionTests.today - offset
      let seconds = day.number * 86_400 + offset * 1234
      let moment = Moment(Instant(secondsSince1970: Int64(seconds)), offset: 0)
      for text in [reader.date(day), reader.dateWithWeekday(day)] {
        #expect(read(text, from: day + 200) == day, "\(text)")
      }
      let written = reader.dateAndTime(moment)
      #expect(read(written, from: day) == moment.day, "\(written)")
      #expect(read(reader.monthAndDay(day), from: day + 100) == day)
      // Future dates are identified by their weekday.
      for text in [reader.monthAndDayWithWeekday(day)] {
        #expect(read(text, from: day + 100) == day, "\(text)")
        #expect(read(text, from: day - 100) == day, "\(text)")
      }
    }
    for hour in 0..<24 {
      for minute in [0, 7, 59] {
        let time = TimeOfDay(hour: hour, minute: minute)
        #expect(TimeOfDay(reader.time(time), reader: reader) == time, "\(reader.time(time))")
      }
    }
  }

  @Test(arguments: ["en_US", "ko_KR", "ja_JP", "de_DE"], [1, 2, 30])
  func `reads ages in days as the program prints them`(_ locale: String, _ days: Int) {
    let reader = Reader("LANG=\(locale).UTF-8")
    let written = reader.say(.ageDays(count: days))
    #expect(DayExpression(written, reader: reader) == .days(-days), "\(written)")
  }

  private static let times: [(locale: String, text: String, time: String)] = [
    ("en_US", "5pm", "17:00"), ("en_US", "5:04 p", ""), ("en_US", "12:30 AM", "00:30"),
    ("en_US", "17:04", "17:04"), ("en_US", "24:00", ""), ("en_US", "5:60 PM", ""),
    ("ko_KR", "오후 5:04", "17:04"), ("ko_KR", "5:04 PM", "17:04"), ("ja_JP", "１７：０４", "17:04"),
    ("ja_JP", "午後5:04", "17:04"), ("en_US", "", ""),
    ("en_US", "2:05 p.m.", "14:05"), ("en_US", "2pm", "14:00"), ("en_US", "2 P.M", "14:00"),
    ("en_US", "12 a.m.", "00:00"), ("en_US", "12 pm", "12:00"), ("en_US", "at 9:30", "09:30"),
    ("en_US", "2 in the afternoon", "14:00"), ("en_US", "11 at night", "23:00"),
    ("en_US", "half past two pm", "14:30"), ("en_US", "noon", "12:00"), ("en_US", "14 pm", "14:00"),
    ("en_US", "14 am", ""), ("en_US", "25 pm", ""), ("en_US", "2", ""), ("en_US", "pm", ""),
    ("ko_KR", "오후 2시", "14:00"), ("ko_KR", "오후 2시 30분", "14:30"), ("ko_KR", "오후2시반", "14:30"),
    ("ko_KR", "14시 5분", "14:05"), ("ko_KR", "오전 12시", "00:00"), ("ko_KR", "오후 12시", "12:00"),
    ("ko_KR", "오후 14시", "14:00"), ("ko_KR", "오후 두 시 십 분", "14:10"), ("ko_KR", "밤 11시", "23:00"),
    ("ko_KR", "밤 12시", "00:00"), ("ko_KR", "새벽 3시", "03:00"), ("ko_KR", "낮 1시", "13:00"),
    ("ko_KR", "저녁 7시 반", "19:30"), ("ko_KR", "아침 8시", "08:00"), ("ko_KR", "정오", "12:00"),
    ("ko_KR", "자정", "00:00"), ("ko_KR", "오전 14시", ""), ("ko_KR", "오후 25시", ""),
    ("ko_KR", "오후 2시 60분", ""), ("ko_KR", "2 p.m.", "14:00"), ("ko_KR", "오후", ""),
    ("ja_JP", "午後2時", "14:00"), ("ja_JP", "午後2時30分", "14:30"), ("ja_JP", "午後２時半", "14:30"),
    ("ja_JP", "14時5分", "14:05"), ("ja_JP", "午前0時", "00:00"), ("ja_JP", "午後0時30分", "12:30"),
    ("ja_JP", "夜11時", "23:00"), ("ja_JP", "朝の八時", "08:00"), ("ja_JP", "夕方6時", "18:00"),
    ("ja_JP", "正午", "12:00"), ("ja_JP", "午後25時", ""), ("ja_JP", "午前14時", ""),
  ]

  @Test(arguments: times)
  func `reads times as people type them`(_ locale: String, _ text: String, _ time: String) {
    let read = TimeOfDay(text, reader: Reader("LANG=\(locale).UTF-8"))
    let written = read.map { "\($0.hour.padded(to: 2)):\($0.minute.padded(to: 2))" }
    #expect(written ?? "" == time)
  }

  @Test(arguments: [
    "2026年11月21日(土)", "2026年11月21日 （土）", "11月21日(土)", "２０２６／１１／２１", "１１／２１",
    "２０２６－１１－２１", "2026-11-21", "2026.11.21",
  ])
  func `a Japanese date may have a weekday and full-width signs`(_ text: String) {
    #expect(day(text, "ja_JP", .past) == "2026-11-21")
  }

  @Test func `a date needs no leading zeros in Japanese`() {
    #expect(day("2026-11-3", "ja_JP", .past) == "2026-11-03")
    #expect(day("2026年2月3日", "ja_JP", .past) == "2026-02-03")
  }
}
