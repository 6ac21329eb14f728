import Diary
public import Journal
import Localization
import Terminal

/// The formats in which a note or an entry can be shared.
public enum ShareFormat: String, CaseIterable, Sendable {
  case text, markdown, json, html
}

extension ViewContext {
  /// A record in a format for sharing.
  public func text(of record: FoundRecord, as format: ShareFormat) -> String {
    let page = SharedPage(record, reader)
    return switch format {
    case .text, .json: visible(page.plain, keepingNewlines: true)
    case .markdown: visible(page.markdown, keepingNewlines: true)
    case .html: page.html
    }
  }
}

private struct SharedPage {
  var title: String
  /// The repository and commit of a note; `nil` for other records.
  var about: String?
  var url: String?
  var when: String
  /// The date in a machine-readable format.
  var timestamp: String
  var body = ""
  var tags: String
  let reader: Reader

  init(_ record: FoundRecord, _ reader: Reader) {
    self.reader = reader
    switch record {
    case .note(let found):
      let note = found.note
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
    case .entry(let entry):
      title = entry.text.title
      when = reader.dateWithWeekday(entry.day)
      timestamp = entry.day.description
      body = entry.text.body
      // Tags in the text are not printed a second time.
      tags = Tag.line(entry.text.withoutTagsInText.tags)
    case .toDo(let found):
      title = found.toDo.text
      when = reader.dateWithWeekday(found.toDo.day)
      timestamp = found.toDo.day.description
      tags = Tag.line(found.toDo.content.withoutTagsInText.tags)
    }
  }

  private func ending(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  var plain: String {
    ending([title, about.map { "\($0)\n\(when)" } ?? when, body, tags])
  }

  /// The body is Markdown already. The parts around it are escaped.
  var markdown: String {
    let name = about?.escapedForMarkdown
    let link = name.map { name in url.map { "[\(name)](<\($0)>)" } ?? name }
    return ending([
      title.isEmpty ? "" : "# \(title.escapedForMarkdown)",
      link.map { "> \($0)  \n> \(when)" } ?? "> \(when)", body, tags.escapedForMarkdown,
    ])
  }

  var html: String {
    let heading = title.isEmpty ? about ?? when : title
    // Control characters are visible, as in the other formats.
    func escaped(_ text: String) -> String {
      String(decoding: visible(text, keepingNewlines: true).utf8.escapedForHTML, as: UTF8.self)
    }
    let link = about.map(escaped).map { name in
      (url.map { "<a href=\"\(escaped($0))\">\(name)</a>" } ?? name) + "<br>"
    }
    return """
      <!DOCTYPE html>
      <html lang="\(reader.language)">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(escaped(heading))</title>
      <style>
        body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }
        pre { font: inherit; overflow-wrap: anywhere; white-space: pre-wrap }
        footer { color: #767676 }
      </style>
      <article>
      <h1>\(escaped(heading))</h1>
      <p>\(link ?? "")<time datetime="\(timestamp)">\(escaped(when))</time></p>
      \(body.isEmpty ? "" : "<pre>\(escaped(body))</pre>\n")\(tags.isEmpty ? "" : "<footer>\(escaped(tags))</footer>\n")</article>
      </html>

      """
  }
}
