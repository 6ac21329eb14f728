import Diary
import JSON

/// Reads a folder of Markdown files, or one of them: daily notes of Obsidian, journals of Logseq, notes
/// that Joplin has exported, dated posts, and what `MarkdownFolder` writes.
///
/// A file of a day becomes its entry and its to-dos, and so does each day of a file that has headings for days.
/// Pages that belong to no day are left out.
struct MarkdownFormat: TextFormat {
  var reading: Reading
  private let writer: MarkdownFolder
  private typealias Field = MarkdownDay.Field

  init(reading: Reading) {
    self.reading = reading
    writer = MarkdownFolder(time: reading.time, in: reading.source)
  }

  private var vault: MarkdownVault { writer.vault }
  private var isFolder: Bool { reading.source.isFolder }

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    let vault = MarkdownVault(source)
    if vault.isLogseq || vault.hasSettings { return true }
    guard source.isFolder else {
      guard source.name.hasSuffix(".md") else { return false }
      return vault.page(source.name) != nil || hasKnownProperties(beginning)
        || MarkdownVault.day(ofPostNamed: source.name[...]) != nil
        || !DayHeadings(MarkdownDay.lines(of: beginning)[...]).parts.isEmpty
    }
    return source.files.contains(where: owns(in: source))
      || source.files.lazy.filter { $0.path.hasSuffix(".md") && !$0.isHidden }.prefix(3)
        .contains { (try? $0.text()).map(hasKnownProperties) ?? false }
  }

  static func owns(in source: Source) -> (SourceFile) -> Bool {
    let vault = MarkdownVault(source)
    return { file in
      !file.isHidden && !(vault.isLogseq && file.path.hasPrefix("logseq/"))
        && vault.page(file.path) != nil
    }
  }

  private static func hasKnownProperties(_ text: String) -> Bool {
    var lines = MarkdownDay.lines(of: text)[...]
    return FrontMatter(&lines).map {
      JoplinNote.isNote($0) || MarkdownNote.isNote($0) || date(of: $0) != nil
    } ?? false
  }

  /// The date of a post.
  private static func date(of front: FrontMatter) -> WrittenTime? {
    front.text("date").flatMap(WrittenTime.init)
  }

  func files(of source: Source) throws -> ArraySlice<SourceFile> {
    guard source.isFolder || source.name.hasSuffix(".md") else {
      throw ExchangeError(.otherFormat)
    }
    return source.isFolder ? source.files[...] : source.files.prefix(1)
  }

  /// The text with its line breaks.
  mutating func units(of file: SourceFile, at path: String) throws -> Units<String> {
    // Settings, bins and what other programs keep for themselves.
    if file.isHidden || vault.isLogseq && path.hasPrefix("logseq/") { return Units { nil } }
    guard path.hasSuffix(".md") else {
      left.add(.medium(path), path)
      return Units { nil }
    }
    return Units(whole: try Array(file.bytes().withoutByteOrderMark).text(line: 1))
  }

  mutating func items(of text: String, at path: String) throws -> [Item] {
    if let (day, style) = vault.page(path) { return page(text, of: day, style, path) }
    var lines = MarkdownDay.lines(of: text)[...]
    if let front = FrontMatter(&lines) {
      if MarkdownNote.isNote(front) {
        return [try note(front, lines, text, isFolder ? path : nil)]
      }
      if front.text("commitdiary") == "to-do" { return toDosWithoutDay(lines) }
      if !vault.isLogseq, !vault.isObsidian, JoplinNote.isNote(front) {
        return try joplin(front, Array(lines), text, isFolder ? path : "")
      }
      if !vault.isLogseq, !vault.isObsidian, let date = Self.date(of: front) {
        let day = date.isUTC ? time.ownDay(of: date.moment(time).instant) : date.day
        return page(text, of: day, .obsidian, path)
      }
    }
    let days = DayHeadings(lines)
    if isFolder {
      left.add(days.parts.count > 1 ? .day : .page, path)
      return []
    }
    if days.parts.isEmpty {
      if let day = MarkdownVault.day(ofPostNamed: path[...]) {
        return page(text, of: day, .obsidian, path)
      }
      left.add(.page, path)
    }
    return items(of: days)
  }

  // MARK: Media

  fileprivate static let media: [(LeftOut.Kind, Set<String>)] = [
    (.photo, ["png", "jpg", "jpeg", "gif", "webp", "heic", "svg", "bmp", "avif"]),
    (.video, ["mp4", "mov", "webm", "mkv", "m4v"]),
    (.audio, ["mp3", "m4a", "wav", "ogg", "flac", "3gp"]),
  ]

  // MARK: Days

  /// The entry and the to-dos of a file. What the writer would write otherwise is kept as it is.
  private mutating func page(
    _ text: String, of day: Day, _ style: MarkdownDay.Style, _ path: String
  ) -> [Item] {
    let page = MarkdownDay(MarkdownDay.lines(of: text), of: day, style, time, left: &left)
    var fields: [JSONValue.Member] = []
    if style != .obsidian { fields.add(Field.style, style.rawValue) }
    if isFolder, path != "\(day).md" || path != vault.path(of: day) {
      fields.add(Field.file, path)
    }
    var entry = page.entry
    entry?.fields += fields
    var toDos = page.toDos
    for number in toDos.indices {
      toDos[number].fields += fields
      toDos[number].fields.add(Field.day, "\(day)")
      toDos[number].fields.add(Field.task, .integer(number))
    }
    let written = writer.newText(entry, toDos, on: day, style)
    entry?.keep(text, unlessWritten: written)
    if entry == nil, !toDos.isEmpty, !written.utf8.elementsEqual(text.utf8) {
      toDos[0].fields.add(Field.page, text)
    }
    if entry == nil, toDos.isEmpty { left.add(.empty, path) }
    return (entry.map { [$0] } ?? []) + toDos
  }

  private mutating func items(of days: DayHeadings) -> [Item] {
    var items: [Item] = []
    for part in days.parts {
      let page = MarkdownDay(part.lines, of: part.day, .obsidian, time, left: &left)
      var found = (page.entry.map { [$0] } ?? []) + page.toDos
      for index in found.indices { found[index].place.line += part.line + 1 }
      if found.isEmpty { left.add(.empty, "\(part.day)") }
      items += found
    }
    for line in days.others where !line.hasPrefix("#") { left.add(.unknown, line) }
    return items
  }

  private mutating func toDosWithoutDay(_ lines: ArraySlice<String>) -> [Item] {
    var items: [Item] = []
    for (index, line) in zip(lines.indices, lines) where !line.isBlank {
      if var item = MarkdownTask.item(line, on: nil, time) {
        item.place.line = index + 1
        items.append(item)
      } else {
        left.add(.unknown, line)
      }
    }
    return items
  }

  // MARK: Notes

  private func note(
    _ front: FrontMatter, _ lines: ArraySlice<String>, _ text: String, _ path: String?
  ) throws -> Item {
    var item = try MarkdownNote.item(front, lines, time)
    item.fields.add(Field.file, path)
    item.keep(text, unlessWritten: writer.file(ofNote: item)?.text)
    return item
  }

  private mutating func joplin(
    _ front: FrontMatter, _ lines: [String], _ text: String, _ path: String
  ) throws -> [Item] {
    guard JoplinNote.isToDo(front) else {
      return page(text, of: try JoplinNote.day(front, time), .joplin, path)
    }
    guard var item = JoplinNote.toDo(front, lines, time, doneAt: now) else {
      throw ExchangeError(.noText)
    }
    // A to-do has no text below its title.
    if item.field(Field.body) != nil { left.add(.unknown, path) }
    item.fields.add(Field.style, MarkdownDay.Style.joplin.rawValue)
    item.fields.add(Field.file, path)
    item.keep(text, unlessWritten: writer.joplinText(item))
    return [item]
  }
}

extension LeftOut.Kind {
  /// What a file is that is no text.
  static func medium(_ path: String) -> Self {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    return MarkdownFormat.media.first { $0.1.contains(ending) }?.0 ?? .file
  }
}

/// A file of Joplin's export "Markdown + front matter".
enum JoplinNote {
  private static let created = ["created", "created_at"]
  private static let completed = "completed?"

  /// Whether the properties are those that Joplin writes. A page of Dendron has a description too.
  static func isNote(_ front: FrontMatter) -> Bool {
    front.property("title") != nil && front.property("desc") == nil
      && ["created", "updated", "created_at", "updated_at", completed].contains {
        front.property($0) != nil
      }
  }

  static func isToDo(_ front: FrontMatter) -> Bool { front.property(completed) != nil }

  /// The day of an entry.
  static func day(_ front: FrontMatter, _ time: CivilTime) throws -> Day {
    for name in created + ["updated", "updated_at"] {
      guard let read = try front.time(name) else { continue }
      return read.time == nil ? read.day : read.moment(time).day(endingAt: time.dayEndsAt)
    }
    throw ExchangeError(.missing(field: "created"))
  }

  /// - Parameters:
  ///   - lines: those below the front matter.
  ///   - doneAt: when it was done, if the file has no date.
  static func toDo(
    _ front: FrontMatter, _ lines: [String], _ time: CivilTime, doneAt: Moment?
  ) -> Item? {
    guard isToDo(front), let title = front.text("title").map({ ToDo.line($0) }), !title.isEmpty
    else { return nil }
    var toDo = NewToDo(text: title)
    var used: Set<String> = ["title", "tags", completed, "id"]
    func read(_ name: String) -> WrittenTime? {
      guard let read = front.text(name).flatMap(WrittenTime.init) else { return nil }
      used.insert(name)
      return read
    }
    if let created = read("created") {
      let moment = created.moment(time)
      toDo.createdAt = moment
      toDo.day = created.time == nil ? created.day : moment.day(endingAt: time.dayEndsAt)
    }
    if let due = read("due") {
      toDo.details.due = due.time == nil ? due.day : due.moment(time).day
    }
    toDo.details.tags = front.tags
    if ["yes", "true"].contains(front.text(completed)?.lowercased() ?? "") {
      let updated = front.text("updated").flatMap(WrittenTime.init)?.moment(time)
      toDo.doneAt = updated ?? toDo.createdAt ?? doneAt
      toDo.doneOn = toDo.doneAt?.day(endingAt: time.dayEndsAt)
    }
    var fields = front.properties.filter { !used.contains($0.name.lowercased()) }.map(\.field)
    let text = lines.drop(while: \.isBlank).joined(separator: "\n")
    if !text.isBlank { fields.add(MarkdownDay.Field.body, text) }
    return Item(.toDo(toDo), key: front.text("id"), fields: fields)
  }
}
