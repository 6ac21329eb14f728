import Diary

/// The days of a month.
struct PublicMonth {
  /// Its first day.
  var first: Day
  var days: ArraySlice<PublicDay>

  /// `2026-11`
  static func name(of day: Day) -> String { String("\(day)".prefix(7)) }

  var name: String { Self.name(of: first) }
}

extension PublicDiary {
  /// The months with something public, in order.
  var months: [PublicMonth] {
    var months: [PublicMonth] = []
    var rest = days[...]
    while let day = rest.first?.day {
      let name = PublicMonth.name(of: day)
      let end = rest.firstIndex { PublicMonth.name(of: $0.day) != name } ?? rest.endIndex
      months.append(PublicMonth(first: Day(iso: "\(name)-01") ?? day, days: rest[..<end]))
      rest = rest[end...]
    }
    return months
  }
}

extension PublicDiary {
  /// An ID for feeds and books: that of the oldest text.
  var id: String { days.lazy.flatMap(\.texts).first?.id.uuid ?? Self.idOfNothing }

  private static let idOfNothing = "00000000-0000-0000-0000-000000000000"

  /// When a text was changed last.
  var updatedAt: Instant {
    days.lazy.flatMap(\.texts).map(\.updatedAt).max() ?? Instant(secondsSince1970: 0)
  }
}

extension PublicDay {
  var texts: [PublicText] {
    [entry].compactMap(\.self) + toDos.map(\.text) + notes.map(\.text)
  }
}
