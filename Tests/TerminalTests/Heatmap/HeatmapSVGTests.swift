import Diary
import Testing

@testable import Terminal

@Suite struct HeatmapSVGTests {
  static func svg(
    _ heatmap: Heatmap = .year(.korean), theme: Theme = .green,
    dayTitle: (Contribution) -> String = { "\($0.day): \($0.count ?? 0)" }
  ) -> String {
    heatmap.svg(
      in: theme, title: "A year & <more>", description: "\"quoted\" \u{1B}[2J",
      language: "ko-KR\" onload=\"", dayTitle: dayTitle)
  }

  @Test(arguments: Theme.all)
  func `is well-formed and has a title on each day`(theme: Theme) throws {
    let text = Self.svg(theme: theme)
    let elements = try MarkupCheck.elements(of: text)
    #expect(elements["svg"] == 1)
    // One for the picture, and one for each of 364 days.
    #expect(elements["title"] == 365)
    // Five in the legend.
    #expect(elements["path"] == 369)
    #expect(text.contains("<title>2026-11-19: "))
    #expect(text.contains("prefers-color-scheme:dark"))
    for color in theme.ramps.light.colors + theme.ramps.dark.colors {
      #expect(text.contains(color.hex))
    }
  }

  @Test func `escapes text`() throws {
    let text = Self.svg { _ in "<b> & \"\u{0}\u{FFFF}]]>" }
    _ = try MarkupCheck.elements(of: text)
    #expect(text.contains("<title id=\"t\">A year &amp; &lt;more&gt;</title>"))
    #expect(text.contains("<desc id=\"d\">&quot;quoted&quot; ^[[2J</desc>"))
    #expect(text.contains("<title>&lt;b&gt; &amp; &quot;^@\u{FFFD}]]&gt;</title>"))
    #expect(text.contains(" xml:lang=\"ko-KRonload\" "))
  }

  @Test func `is small`() {
    let text = Self.svg { _ in "2026년 11월 21일 토요일: 기여 12건" }
    #expect(text.utf8.count < 40_000)
  }

  @Test func `leaves the same days blank as the heatmap`() throws {
    let heatmap = Heatmap(
      days: [], span: .on("2026-11-01")...Day.on("2026-11-30"), firstWeekday: .sunday,
      words: .english, today: .on("2026-11-19"))
    #expect(try MarkupCheck.elements(of: Self.svg(heatmap))["title"] == 20)
  }

  @Test func `draws a single day`() throws {
    let day = Day.on("2026-11-19")
    let heatmap = Heatmap(
      days: [], span: day...day, firstWeekday: .sunday, words: .english)
    let text = heatmap.svg(in: .github, title: "", description: "", language: "en") { _ in "" }
    #expect(
      try MarkupCheck.elements(of: text) == [
        "svg": 1, "title": 2, "desc": 1, "style": 1, "rect": 1, "g": 2, "path": 6, "text": 6,
      ])
  }
}

/// Checks that a text is well-formed, for the XML that the program writes: elements, attributes and
/// the common entities.
enum MarkupCheck {
  struct Problem: Error {
    var rest: String
  }

  /// The number of occurrences of each element.
  static func elements(of text: String) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var open: [Substring] = []
    var rest = text[...]
    func problem() -> Problem { Problem(rest: String(rest.prefix(60))) }
    while let next = rest.firstIndex(of: "<") {
      try check(rest[..<next])
      guard let end = rest[next...].firstIndex(of: ">") else { throw problem() }
      let tag = rest[rest.index(after: next)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { throw problem() }
        guard !open.isEmpty || rest == "\n" else { throw problem() }
        continue
      }
      let isEmpty = tag.hasSuffix("/")
      let parts = (isEmpty ? tag.dropLast() : tag).split(
        separator: "\"", omittingEmptySubsequences: false)
      guard parts.count % 2 == 1, let name = parts[0].split(separator: " ").first else {
        throw problem()
      }
      var names: Set<Substring> = []
      for (index, part) in parts.enumerated() where index % 2 == 0 && index + 1 < parts.count {
        let words = part.split(separator: " ")
        guard let attribute = words.last, attribute.hasSuffix("="),
          names.insert(attribute).inserted,
          part.hasPrefix(" ") || index == 0, words.count == (index == 0 ? 2 : 1)
        else { throw problem() }
        try check(parts[index + 1])
      }
      counts[String(name), default: 0] += 1
      if !isEmpty { open.append(name) }
    }
    guard open.isEmpty else { throw problem() }
    return counts
  }

  private static func check(_ text: Substring) throws {
    for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      guard ["amp;", "lt;", "gt;", "quot;"].contains(where: part.hasPrefix) else {
        throw Problem(rest: String(part))
      }
    }
    for scalar in text.unicodeScalars
    where (scalar.value < 0x20 && scalar != "\n") || (0xFFFE...0xFFFF).contains(scalar.value) {
      throw Problem(rest: String(text))
    }
  }
}
