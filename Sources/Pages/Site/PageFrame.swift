import Localization

/// What all pages have around their contents.
struct PageFrame {
  var title: String
  /// The address of the page before and of the one after, with what they are called.
  var before: (address: String, name: String)?
  var after: (address: String, name: String)?

  /// Nothing is loaded but our own style sheet and pictures.
  private static let policy = "default-src 'none'; style-src 'self'; img-src 'self'"

  /// - Parameter content: HTML.
  func html(_ content: String, in site: Site) -> String {
    let isIndex = title == site.reader.say(.pagesTitle)
    let name = isIndex ? title : "\(title) · \(site.reader.say(.pagesTitle))"
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
      <link rel="alternate" type="application/atom+xml" href="\(Feed.path)" title="\(site.say(.pagesTitle))">
      </head>
      <body>
      <a class="skip" href="#main">\(site.say(.pagesSkip))</a>
      <header><nav aria-label="\(site.say(.pagesNavigation))">
      \(link(Site.indexPath, site.reader.say(.pagesTitle), isCurrent: isIndex))
      \(link(TagsPage.path, site.reader.say(.pagesTags), isCurrent: title == site.reader.say(.pagesTags)))
      \(before.map { "<a rel=\"prev\" href=\"\($0.address)\">← \($0.name.escapedForHTML)</a>\n" } ?? "")\
      \(after.map { "<a rel=\"next\" href=\"\($0.address)\">\($0.name.escapedForHTML) →</a>\n" } ?? "")\
      </nav></header>
      <main id="main">
      <h1>\(title.escapedForHTML)</h1>
      \(content)</main>
      </body>
      </html>

      """
  }

  private func link(_ address: String, _ name: String, isCurrent: Bool) -> String {
    let current = isCurrent ? " aria-current=\"page\"" : ""
    return "<a href=\"\(address)\"\(current)>\(name.escapedForHTML)</a>"
  }
}
