import Diary
import Localization

/// The latest public texts as an Atom feed (RFC 4287).
struct Feed {
  static let path = "feed.xml"
  private static let count = 30
  private let site: Site

  init(_ site: Site) { self.site = site }

  private struct Item {
    var text: PublicText
    var title: String
    var address: String
    var day: Day
  }

  var xml: String {
    let items = Array(items.prefix(Self.count))
    var xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(site.reader.language.escapedForHTML)">
      <title>\(site.say(.pagesTitle))</title>
      <id>urn:uuid:\(site.id)</id>
      <updated>\(site.diary.updatedAt)</updated>
      <author><name>\(site.say(.pagesTitle))</name></author>
      <link rel="self" href="\(Self.path)"/>
      <link href="\(Site.indexPath)"/>

      """
    for item in items {
      let content = Markdown(item.text.body).html(headingsFrom: 3)
      xml += """
        <entry>
        <title>\(item.title.escapedForHTML)</title>
        <id>urn:uuid:\(item.text.id.uuid)</id>
        <updated>\(item.text.updatedAt)</updated>
        <link href="\(item.address)"/>
        <content type="html">\(content.escapedForHTML)</content>
        </entry>

        """
    }
    return xml + "</feed>\n"
  }

  /// The newest day first.
  private var items: some Sequence<Item> {
    site.diary.days.reversed().lazy.flatMap { day -> [Item] in
      let notes = day.notes.reversed().map { note in
        Item(
          text: note.text, title: note.text.title.isEmpty ? note.about ?? "" : note.text.title,
          address: Site.address(of: day.day, note.text.id), day: day.day)
      }
      let entry = day.entry.map { entry in
        Item(
          text: entry, title: entry.title.isEmpty ? site.reader.date(day.day) : entry.title,
          address: Site.address(of: day.day), day: day.day)
      }
      return notes + [entry].compactMap(\.self)
    }
  }
}
