import Diary
import Localization
import Terminal

/// A note or an entry outside the journal.
struct SharedPage {
  private var title: String
  /// What it is about, and its address; of an entry, nothing but its day.
  private var about: String?
  private var url: String?
  private var when: String
  /// The same for programs that read the page.
  private var timestamp: String
  private var body: String
  private var tags: String
  private let reader: Reader

  init(_ note: Note, reader: Reader) {
    self.reader = reader
    title = note.text.title
    about = note.repository.shortName
    url = note.repository.url
    if let commit = note.commit {
      about = "\(note.repository.shortName)@\(commit.shortSHA) \(commit.subject)"
      url = note.repository.url(of: commit) ?? url
    }
    when = reader.dateAndTime(note.createdAt)
    timestamp = note.createdAt.instant.description
    body = Composition.bodyBelowTitle(of: note.text)
    tags = note.text.tags.map { "#\($0)" }.joined(separator: " ")
  }

  init(_ entry: Entry, reader: Reader) {
    self.reader = reader
    title = entry.text.title
    when = reader.dateWithWeekday(entry.day)
    timestamp = entry.day.description
    body = entry.text.body
    tags = ""
  }

  func text(in format: ShareFormat) -> String {
    switch format {
    case .text, .json: visible(plain, keepingNewlines: true)
    case .markdown: visible(markdown, keepingNewlines: true)
    case .html: html
    }
  }

  private func ending(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var plain: String {
    ending([title, about.map { "\($0)\n\(when)" } ?? when, body, tags])
  }

  private var markdown: String {
    let name = about.map(Self.escapedForMarkdown)
    let link = name.map { name in url.map { "[\(name)](<\($0)>)" } ?? name }
    return ending([
      title.isEmpty ? "" : "# \(Self.escapedForMarkdown(title))",
      link.map { "> \($0)  \n> \(when)" } ?? "> \(when)", body, Self.escapedForMarkdown(tags),
    ])
  }

  /// What stands on a line of ours must not become markup; the body is the writer's own Markdown.
  private static func escapedForMarkdown(_ text: String) -> String {
    var escaped = ""
    for letter in text {
      if "\\`*_[]<>#".contains(letter) { escaped.append("\\") }
      escaped.append(letter.isNewline ? " " : letter)
    }
    return escaped
  }

  private var html: String {
    let heading = title.isEmpty ? about ?? when : title
    let name = about.map(Self.escapedForHTML)
    let link = name.map { name in
      (url.map { "<a href=\"\(Self.escapedForHTML($0))\">\(name)</a>" } ?? name) + "<br>"
    }
    return """
      <!DOCTYPE html>
      <html lang="\(reader.language)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(Self.escapedForHTML(heading))</title>
      <style>
        body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }
        pre { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap }
        footer { color: #767676 }
      </style>
      <article>
      <h1>\(Self.escapedForHTML(heading))</h1>
      <p>\(link ?? "")<time datetime="\(timestamp)">\(Self.escapedForHTML(when))</time></p>
      <pre>\(Self.escapedForHTML(body))</pre>
      <footer>\(Self.escapedForHTML(tags))</footer>
      </article>
      </html>

      """
  }

  private static func escapedForHTML(_ text: String) -> String {
    var escaped = ""
    for scalar in visible(text, keepingNewlines: true).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
