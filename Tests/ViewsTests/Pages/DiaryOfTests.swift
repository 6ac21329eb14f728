import Diary
import Localization
import Terminal
import TestSupport

@testable import Views

/// A public diary with everything that there can be.
enum DiaryOfTests {
  static func reader(_ language: String = "en_US") -> Reader {
    Reader(LanguagePreference(chosen: LanguageTag(language)) { _ in nil })
  }

  static func text(
    _ number: Int, title: String = "", body: String = "", tags: [String] = []
  ) -> PublicText {
    PublicText(
      id: Identifier(bits: UInt64(number)),
      title: title, body: body, tags: tags,
      updatedAt: Instant(secondsSince1970: 1_700_000_000 + Int64(number)))
  }

  static func day(_ iso: String, _ change: (inout PublicDay) -> Void = { _ in }) -> PublicDay {
    var day = PublicDay(day: Day(iso: iso) ?? Day(number: 0))
    change(&day)
    return day
  }

  static var days: [PublicDay] {
    [
      day("2025-12-31") { $0.entry = text(1, body: "The last one") },
      day("2026-11-20") {
        $0.entry = text(
          2, title: "A <b>quiet</b> day", body: "# One[^1]\n\n* two\n\n[^1]: Three",
          tags: ["life", "C++ & C"])
        $0.weather = "7.4°C · overcast"
        $0.activity = "3 commits"
        var toDo = text(3, body: "Measure <it>", tags: ["life"])
        toDo.isDone = true
        $0.toDos = [toDo]
        var note = text(4, title: "# Why", body: "`a < b`[^1]\n\n[^1]: Four")
        note.about = "o/r@1234567 Fix \"it\""
        note.url = "https://github.com/o/r/commit/1?a=1&b=2"
        $0.notes = [note, text(5, title: "Hidden", body: "x")]
      },
    ]
  }

  /// A year of which every third day has something.
  static var year: YearPicture {
    let last = Day(iso: "2026-11-20") ?? Day(number: 0)
    let days = (0..<370).reversed().map { back in
      Contribution(
        day: Day(number: last.number - back), count: back % 3 == 0 ? back : 0,
        level: back % 3 == 0 ? 1 + back % 4 : 0)
    }
    return YearPicture(
      title: "Contributions: 1", summary: "Active on 124 days.", streaks: ["Longest: 1 day"],
      rule: "A rule.", svg: "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n",
      narrowSVG: "<svg/>\n", streakSVG: "<svg/>\n",
      days: days, firstWeekday: .sunday)
  }

  static func files(_ diary: PublicDiary, language: String = "en_US") -> [String: String] {
    var files: [String: String] = [:]
    Site(diary, theme: .default, reader: reader(language)).forEachFile {
      files[$0.path] = $0.text
    }
    return files
  }
}
