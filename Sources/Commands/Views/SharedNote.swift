import Diary
import Localization
import Terminal

/// A note outside the journal.
struct SharedNote {
  private let note: Note
  private let reader: Reader

  init(_ note: Note, reader: Reader) {
    self.note = note
    self.reader = reader
  }

  func text(in format: ShareFormat) -> String {
    switch format {
    case .text, .json: visible(plain, keepingNewlines: true)
    case .markdown: visible(markdown, keepingNewlines: true)
    case .html: html
    }
  }

  private var title: String { note.text.title }

  private var body: String { Composition.bodyBelowTitle(of: note.text) }

  private var about: String {
    guard let commit = note.commit else { return note.repository.shortName }
    return "\(note.repository.shortName)@\(commit.shortSHA) \(commit.subject)"
  }

  private var when: String { reader.dateAndTime(note.createdAt) }

  private var tags: String { note.text.tags.map { "#\($0)" }.joined(separator: " ") }

  private func ending(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private var plain: String { ending([title, "\(about)\n\(when)", body, tags]) }

  private var markdown: String {
    let url = note.commit.flatMap { note.repository.url(of: $0) } ?? note.repository.url
    let name = Self.escapedForMarkdown(about)
    let link = url.map { "[\(name)](<\($0)>)" } ?? name
    return ending([
      title.isEmpty ? "" : "# \(Self.escapedForMarkdown(title))",
      "> \(link)  \n> \(when)", body, Self.escapedForMarkdown(tags),
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
    let heading = title.isEmpty ? about : title
    let url = note.commit.flatMap { note.repository.url(of: $0) } ?? note.repository.url
    let link =
      url.map { "<a href=\"\(Self.escapedForHTML($0))\">\(Self.escapedForHTML(about))</a>" }
      ?? Self.escapedForHTML(about)
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
      <p>\(link)<br><time datetime="\(note.createdAt.instant)">\(Self.escapedForHTML(when))</time></p>
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
