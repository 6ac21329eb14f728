import Diary
public import Journal
public import Localization
import Terminal

/// The formats in which a note or an entry can be shared.
public enum ShareFormat: String, CaseIterable, Sendable {
  case text, markdown, json, html
}

/// A note or an entry in a format for sharing.
public struct SharedPage: Sendable {
  private var title: String
  /// The repository and commit of a note; `nil` for an entry.
  private var about: String?
  private var url: String?
  private var when: String
  /// The date in a machine-readable format.
  private var timestamp: String
  private var body: String
  private var tags: String
  private let reader: Reader

  public init(_ record: FoundRecord, reader: Reader) {
    switch record {
    case .note(let found): self.init(found.note, reader: reader)
    case .entry(let entry): self.init(entry, reader: reader)
    case .toDo(let found): self.init(found.toDo, reader: reader)
    }
  }

  init(_ note: Note, reader: Reader) {
    self.reader = reader
    title = note.text.title
    about = note.repository.shortName
    url = note.repository.url
    if let commit = note.currentCommit {
      let name = "\(note.repository.shortName)@\(commit.shortSHA)"
      about = commit.subject.isEmpty ? name : "\(name) \(commit.subject)"
      url = note.repository.url(of: commit) ?? url
    }
    when = reader.dateAndTime(note.createdAt)
    timestamp = note.createdAt.instant.description
    body = EditorText.bodyBelowTitle(of: note.text)
    tags = Tag.line(note.text.tags)
  }

  init(_ toDo: ToDo, reader: Reader) {
    self.reader = reader
    title = toDo.text
    when = reader.dateWithWeekday(toDo.day)
    timestamp = toDo.day.description
    body = ""
    tags = Tag.line(toDo.content.withoutTagsInText.tags)
  }

  init(_ entry: Entry, reader: Reader) {
    self.reader = reader
    title = entry.text.title
    when = reader.dateWithWeekday(entry.day)
    timestamp = entry.day.description
    body = entry.text.body
    // Tags in the text are not printed a second time.
    tags = Tag.line(entry.text.withoutTagsInText.tags)
  }

  public func text(in format: ShareFormat) -> String {
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

  /// The body is Markdown already. The parts around it are escaped.
  private var markdown: String {
    let name = about?.escapedForMarkdown
    let link = name.map { name in url.map { "[\(name)](<\($0)>)" } ?? name }
    return ending([
      title.isEmpty ? "" : "# \(title.escapedForMarkdown)",
      link.map { "> \($0)  \n> \(when)" } ?? "> \(when)", body, tags.escapedForMarkdown,
    ])
  }

  private var html: String {
    let heading = title.isEmpty ? about ?? when : title
    let name = about?.escapedForHTML
    let link = name.map { name in
      (url.map { "<a href=\"\($0.escapedForHTML)\">\(name)</a>" } ?? name) + "<br>"
    }
    return """
      <!DOCTYPE html>
      <html lang="\(reader.language)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(heading.escapedForHTML)</title>
      <style>
        body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }
        pre { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap }
        footer { color: #767676 }
      </style>
      <article>
      <h1>\(heading.escapedForHTML)</h1>
      <p>\(link ?? "")<time datetime="\(timestamp)">\(when.escapedForHTML)</time></p>
      \(body.isEmpty ? "" : "<pre>\(body.escapedForHTML)</pre>\n")\(tags.isEmpty ? "" : "<footer>\(tags.escapedForHTML)</footer>\n")</article>
      </html>

      """
  }
}
