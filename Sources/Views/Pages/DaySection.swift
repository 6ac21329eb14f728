import Diary
import Localization

/// A day with everything that is public of it, as well-formed HTML.
struct DaySection {
  let day: PublicDay
  let reader: Reader
  /// The level of the heading with the date.
  var level = 2
  /// Whether there are pages of tags, and an address for each day.
  var isLinked = true

  var html: String {
    var html = "<article class=\"day\" id=\"d\(day.day)\">\n"
    let date =
      "<time datetime=\"\(day.day)\">\(reader.dateWithWeekday(day.day).escapedForHTML)</time>"
    html += "<h\(level)>\(isLinked ? "<a href=\"#d\(day.day)\">\(date)</a>" : date)</h\(level)>\n"
    let facts = [day.weather, day.activity].compactMap(\.self)
    if !facts.isEmpty {
      html += "<p class=\"quiet\">\(facts.joined(separator: " · ").escapedForHTML)</p>\n"
    }
    if let entry = day.entry { html += text(entry) }
    if !day.toDos.isEmpty { html += toDos() }
    for note in day.notes { html += self.note(note) }
    return html + "</article>\n"
  }

  private func text(_ text: PublicText) -> String {
    let heading = "h\(level + 1)"
    let title =
      text.title.isEmpty
      ? "" : "<\(heading) dir=\"auto\">\(text.title.escapedForHTML)</\(heading)>\n"
    return title
      + Markdown(text: text.body, id: text.id.text, reader: reader)
      .html(headingsFrom: level + (title.isEmpty ? 1 : 2)) + tags(of: text)
  }

  private func tags(of text: PublicText) -> String {
    guard !text.tags.isEmpty else { return "" }
    let items = text.tags.map { tag in
      let name = "#\(tag.escapedForHTML)"
      return
        "<li dir=\"auto\">\(isLinked ? "<a href=\"\(Site.address(ofTag: tag))\">\(name)</a>" : name)</li>"
    }
    return "<ul class=\"tags\">\(items.joined())</ul>\n"
  }

  private func toDos() -> String {
    let items = day.toDos.map { toDo in
      "<li id=\"t-\(toDo.id.text)\" dir=\"auto\">\(reader.checkBox(isDone: toDo.isDone)) "
        + "\(toDo.body.escapedForHTML)\(tags(of: toDo))</li>\n"
    }
    return "<ul class=\"todos\">\n\(items.joined())</ul>\n"
  }

  private func note(_ note: PublicText) -> String {
    let about = (note.about ?? reader.say(.pagesPrivateRepository)).escapedForHTML
    let link = note.url.map { "<a href=\"\($0.escapedForHTML)\">\(about)</a>" } ?? about
    return """
      <section class="note" id="t-\(note.id.text)">
      <p class="quiet">\(link)</p>
      \(text(note))</section>

      """
  }
}
