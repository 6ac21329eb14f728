import Diary
import Localization

extension Site {
  /// The first page: the year, the newest texts, and the months with how much each has.
  var index: String {
    page(
      title, at: Self.indexPath, (diary.year.map(section(of:)) ?? "") + newest() + months())
  }

  private func section(of year: YearPicture) -> String {
    """
    <section aria-labelledby="year">
    <h2 id="year">\(year.title.escapedForHTML)</h2>
    <picture>
    <source media="(max-width: 40rem)" srcset="\(Self.halfYearPath)"/>
    <img class="picture" src="\(Self.yearPath)" alt="\(year.summary.escapedForHTML)"/>
    </picture>
    <p>\(year.summary.escapedForHTML)</p>
    \(year.streaks.map { "<p>\($0.escapedForHTML)</p>\n" }.joined())\
    <p class="quiet">\(year.rule.escapedForHTML)</p>
    <details>
    <summary>\(say(.pagesTableInText))</summary>
    \(year.table(in: reader))</details>
    </section>

    """
  }

  private static let newestCount = 10

  private func newest() -> String {
    let items = diary.newest.prefix(Self.newestCount).map { $0.item(in: reader) }
    guard !items.isEmpty else { return "" }
    return """
      <section aria-labelledby="newest">
      <h2 id="newest">\(say(.pagesNewest))</h2>
      <ul class="texts">
      \(items.joined())</ul>
      </section>

      """
  }

  /// The newest first.
  private func months() -> String {
    let months = diary.months.reversed()
    guard !months.isEmpty else { return "<p>\(say(.pagesEmpty))</p>\n" }
    var html =
      "<section aria-labelledby=\"months\">\n<h2 id=\"months\">\(say(.pagesMonths))</h2>\n"
    var year: Int?
    for month in months {
      if month.first.date.year != year {
        if year != nil { html += "</ul>\n" }
        year = month.first.date.year
        html += "<h3>\(month.first.date.year)</h3>\n<ul class=\"months\">\n"
      }
      // The heading has the year, which people who go from link to link do not hear.
      let name = reader.shortMonths[month.first.date.month - 1]
      html +=
        "<li><a href=\"\(month.path)\" "
        + "aria-label=\"\(reader.yearAndMonth(month.first).escapedForHTML)\">"
        + "\(name.escapedForHTML)</a> <span class=\"quiet\">\(say(.pagesDays(count: month.days.count)))</span></li>\n"
    }
    return html + "</ul>\n</section>\n"
  }
}

extension Site {
  /// The address of a tag.
  static func address(ofTag tag: String) -> String {
    tagsPath + "#" + anchor(tag).percentEncoded
  }

  private static func anchor(_ tag: String) -> String {
    // An ID has no spaces, and different tags have different ones.
    Tag.key(tag).unicodeScalars.reduce(into: "tag-") { id, scalar in
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      id += isPlain ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
    }
  }

  /// The tags, first in a list, then each with its texts, the newest first.
  var tags: String {
    var tags: [String: (name: String, texts: [ListedText])] = [:]
    for day in diary.days.reversed() {
      let entry = day.entry.map { ListedText(text: $0, day: day.day, isEntry: true) }
      let others =
        (day.notes + day.toDos).map { ListedText(text: $0, day: day.day) }
      for listed in [entry].compactMap(\.self) + others {
        for tag in listed.text.tags {
          tags[Tag.key(tag), default: (tag, [])].texts.append(listed)
        }
      }
    }
    let sorted = tags.sorted { $0.key < $1.key }.map(\.value)
    let title = reader.say(.pagesTags)
    guard !sorted.isEmpty else {
      return page(title, at: Self.tagsPath, "<p>\(say(.pagesNoTags))</p>\n")
    }
    var html = "<ul class=\"tags\">\n"
    for (name, texts) in sorted {
      html +=
        "<li><a href=\"#\(Self.anchor(name).percentEncoded)\" dir=\"auto\">#\(name.escapedForHTML)</a> "
        + "<span class=\"quiet\">\(reader.write(texts.count))</span></li>\n"
    }
    html += "</ul>\n"
    for (name, texts) in sorted {
      html += """
        <section>
        <h2 id="\(Self.anchor(name).escapedForHTML)" dir="auto">#\(name.escapedForHTML)</h2>
        <ul class="texts">
        \(texts.map { $0.item(in: reader) }.joined())</ul>
        </section>

        """
    }
    return page(title, at: Self.tagsPath, html)
  }
}

extension Site {
  private static let longestFeed = 30

  /// The latest public texts as an Atom feed (RFC 4287).
  var feed: String {
    var xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(reader.language.escapedForHTML)">
      <title>\(title.escapedForHTML)</title>
      <id>urn:uuid:\(id)</id>
      <updated>\(diary.updatedAt)</updated>
      <author><name>\(title.escapedForHTML)</name></author>
      <link rel="self" href="\(Self.feedPath)"/>
      <link href="\(Self.indexPath)"/>

      """
    for item in diary.newest.prefix(Self.longestFeed) {
      let title =
        item.text.title.isEmpty
        ? item.isEntry ? reader.date(item.day) : item.text.about ?? "" : item.text.title
      let page = String(item.address.prefix { $0 != "#" })
      let content = Markdown(
        text: item.text.body, id: item.text.id.text, page: page, reader: reader
      ).html(headingsFrom: 3)
      xml += """
        <entry>
        <title>\(title.escapedForHTML)</title>
        <id>urn:uuid:\(item.text.id.uuid)</id>
        <updated>\(item.text.updatedAt)</updated>
        <link href="\(item.address)"/>
        <content type="html">\(content.escapedForHTML)</content>
        </entry>

        """
    }
    return xml + "</feed>\n"
  }
}

/// A text in a list of links.
struct ListedText {
  var text: PublicText
  var day: Day
  /// Whether it is the entry of the day, whose address is that of the day.
  var isEntry = false

  var address: String { Site.address(of: day, isEntry ? nil : text.id) }

  func item(in reader: Reader) -> String {
    let date = reader.date(day)
    return "<li><a href=\"\(address)\" dir=\"auto\">"
      + "\((text.headline ?? text.about ?? date).escapedForHTML)</a> "
      + "<time class=\"quiet\" datetime=\"\(day)\">\(date.escapedForHTML)</time></li>\n"
  }
}

extension PublicDay {
  var listedTexts: [ListedText] {
    notes.reversed().map { ListedText(text: $0, day: day) }
      + [entry].compactMap(\.self).map { ListedText(text: $0, day: day, isEntry: true) }
  }
}

extension PublicDiary {
  /// The entries and notes, the newest day first.
  var newest: some Sequence<ListedText> { days.reversed().lazy.flatMap(\.listedTexts) }
}
