import Diary
import TestSupport
import Testing

@testable import Exchange

/// The items of an entry that has several.
@Suite struct EntryPartsTests {
  private let day = Day(number: 20_000)

  private func item(_ time: String?, _ title: String, _ body: String, tags: [String] = []) -> Item {
    Item(
      .entry(
        EntryItem(
          day: day, time: time.flatMap { TimeOfDay(iso: $0) },
          text: Text(title: title, body: body, tags: tags))),
      key: title, raw: "raw")
  }

  private func paragraph(_ item: Item, _ time: String?) -> String {
    guard case .entry(let entry) = item.content else { return "" }
    return entry.paragraph(at: time)
  }

  private func texts(_ parts: EntryParts) -> [Text] {
    parts.items.compactMap { if case .entry(let entry) = $0.content { entry.text } else { nil } }
  }

  @Test(arguments: [("9:05 AM", "9:30 PM"), ("오전 9:05", "오후 9:30"), ("09:05", "21:30")])
  func `finds unchanged items, whatever is written between them`(times: (String, String)) {
    let (first, second) = (item("09:05", "One", "a\n\nb"), item("21:30", "", "two"))
    let shown = (paragraph(first, times.0), paragraph(second, times.1))
    var entry = Text(title: "", body: "")
    for text in [shown.1, shown.0, "A jot of the day"] { entry = entry.adding(text) }
    let parts = EntryParts(of: entry, from: [(second, shown.1), (first, shown.0)])
    #expect(parts.items == [first, second])
    #expect(parts.rest.written == "A jot of the day")
  }

  @Test func `an item whose paragraph was changed has the new text`() {
    let first = item("09:05", "One", "a")
    let entry = Text(title: "", body: "9:05 AM One more\n\nb\n\nc\n\n10:00 AM jot")
    let parts = EntryParts(of: entry, from: [(first, paragraph(first, "9:05 AM"))])
    #expect(texts(parts) == [Text(title: "One more", body: "b\n\nc")])
    #expect(parts.items[0].raw == nil)
    #expect(parts.rest.body == "10:00 AM jot")
  }

  @Test func `an item that became the whole entry keeps its title`() {
    let (whole, later) = (item("08:00", "Day", "text"), item("09:00", "Later", ""))
    let entry = Text(title: "Day", body: "text").adding(paragraph(later, "9:00 AM"))
    let parts = EntryParts(of: entry, from: [(whole, nil), (later, paragraph(later, "9:00 AM"))])
    #expect(parts.items == [whole, later])
    #expect(parts.rest.isEmpty)
  }

  @Test func `equal items are found one by one, and a deleted one is gone`() {
    let one = item("09:05", "Same", "")
    let shown = paragraph(one, "9:05 AM")
    let entry = Text(title: "", body: "").adding(shown).adding(shown)
    #expect(EntryParts(of: entry, from: [(one, shown), (one, shown)]).items == [one, one])
    let rest = Text(written: shown)
    #expect(EntryParts(of: rest, from: [(one, shown), (one, shown)]).items == [one])
  }

  @Test func `tags that were removed or added reach the items`() {
    let one = item("09:05", "One", "", tags: ["a", "b"])
    let shown = paragraph(one, "9:05 AM")
    let entry = Text(title: "", body: shown, tags: ["b", "c"])
    #expect(texts(EntryParts(of: entry, from: [(one, shown)])).map(\.tags) == [["b", "c"]])
  }
}

@Suite struct EntryPartsFuzzTests {
  @Test func `items are found in any order and among any other text`() {
    Fuzz.rounds(35, atLeast: 500) { random in
      let day = Day(number: 20_000)
      var text = Text(title: "", body: "")
      var origins: [(item: Item, shown: String?)] = []
      for number in 0..<Int.random(in: 1...6, using: &random) {
        let time = TimeOfDay(
          hour: Int.random(in: 0..<24, using: &random),
          minute: Int.random(in: 0..<60, using: &random))
        let body =
          ["", "b", "c\n\nd", "e\n9 of ten", "- f\n  g"].randomElement(using: &random) ?? ""
        let item = Item(
          .entry(
            EntryItem(
              day: day, time: time, text: Text(title: "Title \(number)", body: body))),
          key: "\(number)")
        guard case .entry(let entry) = item.content else { continue }
        let shown = entry.paragraph(at: "\(time)")
        text = text.adding(shown)
        if Bool.random(using: &random) { text = text.adding("jot \(number)\n\nand more") }
        origins.append((item, shown))
      }
      let parts = EntryParts(of: text, from: origins)
      #expect(Set(parts.items) == Set(origins.map(\.item)), "\(text.written)")
      #expect(!parts.rest.written.contains("Title"), "\(text.written)")
    }
  }

  @Test func `any text has parts`() {
    let pieces = ["09:05 a", "", "b", "9:05 PM", "오전 9:05 c", "\r\n", "# d", "  "]
    Fuzz.rounds(36, atLeast: 2000) { random in
      func text() -> String {
        (0..<Int.random(in: 0...8, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: "\n")
      }
      let entry = EntryItem(
        day: Day(number: 1), time: TimeOfDay(hour: 9, minute: 5),
        text: Text(title: Bool.random(using: &random) ? "a" : "", body: text()))
      let origins: [(item: Item, shown: String?)] = [
        (Item(.entry(entry), key: "1"), text()), (Item(.entry(entry), key: "2"), nil),
      ]
      _ = EntryParts(of: Text(written: text()), from: origins)
    }
  }
}
