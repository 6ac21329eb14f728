import Localization

/// What all pages have around their contents.
struct PageFrame {
  var title: String
  var path: String
  /// The address of the page before and of the one after, with what they are called.
  var before: (address: String, name: String)?
  var after: (address: String, name: String)?

  /// Nothing is loaded but our own style sheet and pictures.
  private static let policy = "default-src 'none'; style-src 'self'; img-src 'self'"

  /// - Parameter content: HTML.
  func html(_ content: String, in site: Site) -> String {
    let name = path == Site.indexPath ? title : "\(title) · \(site.title)"
    return """
      <!DOCTYPE html>
      <html lang="\(site.reader.language.escapedForHTML)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="color-scheme" content="light dark">
      <title>\(name.escapedForHTML)</title>
      <link rel="stylesheet" href="\(StyleSheet.path)">
      <link rel="alternate" type="application/atom+xml" href="\(Feed.path)" title="\(site.title.escapedForHTML)">
      </head>
      <body>
      <a class="skip" href="#main">\(site.say(.pagesSkip))</a>
      <header><nav aria-label="\(site.say(.pagesNavigation))">
      \(link(Site.indexPath, site.title))
      \(link(TagsPage.path, site.reader.say(.pagesTags)))
      \(before.map { "<a rel=\"prev\" href=\"\($0.address)\">← \($0.name.escapedForHTML)</a>\n" } ?? "")\
      \(after.map { "<a rel=\"next\" href=\"\($0.address)\">\($0.name.escapedForHTML) →</a>\n" } ?? "")\
      </nav></header>
      <main id="main">
      <h1 dir="auto">\(title.escapedForHTML)</h1>
      \(content)</main>
      </body>
      </html>

      """
  }

  private func link(_ address: String, _ name: String) -> String {
    let current = address == path ? " aria-current=\"page\"" : ""
    return "<a href=\"\(address)\" dir=\"auto\"\(current)>\(name.escapedForHTML)</a>"
  }
}
