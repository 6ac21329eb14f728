import Diary
import Localization

/// The tags, each with its texts, the newest first.
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

  private typealias Place = (day: Day, id: Identifier?, title: String)

  var html: String {
    var places: [String: (name: String, places: [Place])] = [:]
    func add(_ text: PublicText, _ day: Day, id: Identifier?) {
      let title = text.title.isEmpty ? site.reader.date(day) : text.title
      for tag in text.tags {
        places[Tag.key(tag), default: (tag, [])].places.append((day, id, title))
      }
    }
    for day in site.diary.days.reversed() {
      if let entry = day.entry { add(entry, day.day, id: nil) }
      for note in day.notes { add(note.text, day.day, id: note.text.id) }
      for toDo in day.toDos {
        var text = toDo.text
        text.title = text.body
        add(text, day.day, id: text.id)
      }
    }
    var html = ""
    for (_, (name, texts)) in places.sorted(by: { $0.key < $1.key }) {
      html +=
        "<section>\n<h2 id=\"\(Self.anchor(name).escapedForHTML)\">#\(name.escapedForHTML)</h2>\n<ul>\n"
      for text in texts {
        html +=
          "<li><a href=\"\(Site.address(of: text.day, text.id))\">\(text.title.escapedForHTML)</a> "
          + "<time class=\"quiet\" datetime=\"\(text.day)\">"
          + "\(site.reader.date(text.day).escapedForHTML)</time></li>\n"
      }
      html += "</ul>\n</section>\n"
    }
    if html.isEmpty { html = "<p>\(site.say(.pagesNoTags))</p>\n" }
    return PageFrame(title: site.reader.say(.pagesTags)).html(html, in: site)
  }
}
