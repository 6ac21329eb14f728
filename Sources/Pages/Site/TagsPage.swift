import Diary
import Localization

/// The tags, first in a list, then each with its texts, the newest first.
struct TagsPage {
  static let path = "tags.html"
  private let site: Site

  init(_ site: Site) { self.site = site }

  /// The address of a tag.
  static func address(of tag: String) -> String {
    path + "#" + anchor(tag).percentEncoded
  }

  private static func anchor(_ tag: String) -> String {
    // An ID has no spaces, and different tags have different ones.
    Tag.key(tag).unicodeScalars.reduce(into: "tag-") { id, scalar in
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      id += isPlain ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
    }
  }

  var html: String {
    var tags: [String: (name: String, texts: [ListedText])] = [:]
    for day in site.diary.days.reversed() {
      let entry = day.entry.map { ListedText(text: $0, day: day.day, isEntry: true) }
      let others =
        day.notes.map { ListedText(text: $0.text, day: day.day, about: $0.about) }
        + day.toDos.map { ListedText(text: $0.text, day: day.day) }
      for listed in [entry].compactMap(\.self) + others {
        for tag in listed.text.tags {
          tags[Tag.key(tag), default: (tag, [])].texts.append(listed)
        }
      }
    }
    let sorted = tags.sorted { $0.key < $1.key }.map(\.value)
    let frame = PageFrame(title: site.reader.say(.pagesTags), path: Self.path)
    guard !sorted.isEmpty else { return frame.html("<p>\(site.say(.pagesNoTags))</p>\n", in: site) }
    var html = "<ul class=\"tags\">\n"
    for (name, texts) in sorted {
      html +=
        "<li><a href=\"#\(Self.anchor(name).percentEncoded)\" dir=\"auto\">#\(name.escapedForHTML)</a> "
        + "<span class=\"quiet\">\(site.reader.write(texts.count))</span></li>\n"
    }
    html += "</ul>\n"
    for (name, texts) in sorted {
      html += """
        <section>
        <h2 id="\(Self.anchor(name).escapedForHTML)" dir="auto">#\(name.escapedForHTML)</h2>
        <ul class="texts">
        \(texts.map { $0.item(in: site.reader) }.joined())</ul>
        </section>

        """
    }
    return frame.html(html, in: site)
  }
}
