import Diary
import Localization

/// The latest public texts as an Atom feed (RFC 4287).
struct Feed {
  static let path = "feed.xml"
  private static let count = 30
  private let site: Site

  init(_ site: Site) { self.site = site }

  var xml: String {
    var xml = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(site.reader.language.escapedForHTML)">
      <title>\(site.title.escapedForHTML)</title>
      <id>urn:uuid:\(site.id)</id>
      <updated>\(site.diary.updatedAt)</updated>
      <author><name>\(site.title.escapedForHTML)</name></author>
      <link rel="self" href="\(Self.path)"/>
      <link href="\(Site.indexPath)"/>

      """
    for item in site.diary.newest.prefix(Self.count) {
      let title =
        item.text.title.isEmpty
        ? item.isEntry ? site.reader.date(item.day) : item.about ?? "" : item.text.title
      let page = String(item.address.prefix { $0 != "#" })
      let content = Markdown(
        item.text.body, id: item.text.id.text, page: page, reader: site.reader
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
