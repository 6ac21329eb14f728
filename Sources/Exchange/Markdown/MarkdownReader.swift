public import Diary
import JSON

/// Reads a folder of Markdown files, or one of them: daily notes of Obsidian, journals of Logseq, notes
/// that Joplin has exported, and what `MarkdownFolder` writes.
///
/// A file of a day becomes its entry and its to-dos. Pages that belong to no day are left out.
public struct MarkdownReader: ItemReader {
  private var files: ArraySlice<SourceFile>
  private let vault: MarkdownVault
  private let writer: MarkdownFolder
  private let time: CivilTime
  private let now: Moment
  private let isFolder: Bool
  /// Those of the last file, the first one at the end.
  private var items: [Item] = []
  public private(set) var left = LeftOut()

  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    vault = MarkdownVault(source)
    writer = MarkdownFolder(time: time, in: source)
    self.time = time
    self.now = now
    isFolder = source.isFolder
    // A file by itself has its name in the source.
    files =
      source.isFolder
      ? source.files[...]
      : source.files.prefix(1).map { file in SourceFile(path: source.name, open: file.open) }[...]
    guard source.isFolder || source.name.hasSuffix(".md") else {
      throw ExchangeError(.otherFormat)
    }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    let vault = MarkdownVault(source)
    if vault.isLogseq || vault.hasSettings { return true }
    guard source.isFolder else {
      guard source.name.hasSuffix(".md") else { return false }
      return vault.page(source.name) != nil || isOwnOrJoplin(beginning)
    }
    return source.files.contains { vault.page($0.path) != nil }
      || source.files.lazy.filter { $0.path.hasSuffix(".md") }.prefix(3)
        .contains { ((try? $0.text()).map(isOwnOrJoplin)) ?? false }
  }

  private static func isOwnOrJoplin(_ text: String) -> Bool {
    var lines = MarkdownDay.lines(of: text)[...]
    return FrontMatter(&lines).map { JoplinNote.isNote($0) || MarkdownNote.isNote($0) } ?? false
  }

  public mutating func next() throws -> Item? {
    while true {
      if let item = items.popLast() { return item }
      guard let file = files.popFirst() else { return nil }
      items = try read(file).reversed()
    }
  }

  private mutating func read(_ file: SourceFile) throws -> [Item] {
    let path = file.path
    // Settings, bins and what other programs keep for themselves.
    if path.split(separator: "/").contains(where: { $0.first == "." }) { return [] }
    if vault.isLogseq, path.hasPrefix("logseq/") { return [] }
    guard path.hasSuffix(".md") else {
      leave(file)
      return []
    }
    if let (day, style) = vault.page(path) {
      return try page(try text(of: file), of: day, style, path)
    }
    let text = try text(of: file)
    var lines = MarkdownDay.lines(of: text)[...]
    let place = ItemPlace(file: isFolder ? path : "", line: 1)
    if let front = FrontMatter(&lines) {
      if MarkdownNote.isNote(front) { return [try note(front, lines, text, place)] }
      if front.text("commitdiary") == "to-do" { return toDosWithoutDay(lines, place) }
      if !vault.isLogseq, !vault.isObsidian, JoplinNote.isNote(front) {
        return try joplin(front, Array(lines), text, place)
      }
    }
    left.add(.page, path)
    return []
  }

  /// The text with its line breaks.
  private func text(of file: SourceFile) throws -> String {
    let place = ItemPlace(file: isFolder ? file.path : "", line: 1)
    do {
      let bytes = try file.bytes()
      let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      guard let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
        throw ExchangeError(.notUTF8, at: place)
      }
      guard !bytes.contains(0) else { throw ExchangeError(.hasNUL, at: place) }
      return text
    } catch let error as ExchangeError {
      throw ExchangeError(error.reason, at: place)
    }
  }

  private mutating func leave(_ file: SourceFile) {
    let path = file.path
    let kinds: [(LeftOut.Kind, Set<Substring>)] = [
      (.photo, ["png", "jpg", "jpeg", "gif", "webp", "heic", "svg", "bmp", "avif"]),
      (.video, ["mp4", "mov", "webm", "mkv", "m4v"]),
      (.audio, ["mp3", "m4a", "wav", "ogg", "flac", "3gp"]),
    ]
    let ending = file.name.split(separator: ".").last ?? ""
    let kind = kinds.first { $0.1.contains(Substring(ending.lowercased())) }?.0
    left.add(kind ?? .file, path)
  }

  // MARK: Days

  /// The entry and the to-dos of a file. What the writer would write otherwise is kept as it is.
  private mutating func page(
    _ text: String, of day: Day, _ style: MarkdownDay.Style, _ path: String
  ) throws -> [Item] {
    let file = isFolder ? path : ""
    let page = MarkdownDay(
      MarkdownDay.lines(of: text), of: day, style, time, file: file, left: &left)
    var fields: [JSONValue.Member] = []
    if style != .obsidian {
      fields.append(JSONValue.Member(MarkdownDay.Field.style, .string(style.rawValue)))
    }
    if isFolder, path != "\(day).md" || path != vault.path(of: day) {
      fields.append(JSONValue.Member(MarkdownDay.Field.file, .string(path)))
    }
    var entry = page.entry
    entry?.fields += fields
    var toDos = page.toDos.enumerated().map { number, item in
      var item = item
      item.fields += fields
      item.fields.append(JSONValue.Member(MarkdownDay.Field.day, .string("\(day)")))
      item.fields.append(JSONValue.Member(MarkdownDay.Field.task, .integer(number)))
      return item
    }
    let isSame = writer.newText(entry, toDos, on: day, style).utf8.elementsEqual(text.utf8)
    if !isSame {
      if entry != nil {
        entry?.raw = text
      } else if !toDos.isEmpty {
        toDos[0].fields.append(JSONValue.Member(MarkdownDay.Field.page, .string(text)))
      }
    }
    return (entry.map { [$0] } ?? []) + toDos
  }

  private mutating func toDosWithoutDay(
    _ lines: ArraySlice<String>, _ place: ItemPlace
  ) -> [Item] {
    var items: [Item] = []
    for (index, line) in zip(lines.indices, lines) where !line.isBlank {
      if var item = MarkdownTask.item(line, on: nil, time) {
        item.place = ItemPlace(file: place.file, line: index + 1)
        items.append(item)
      } else {
        left.add(.unknown, line)
      }
    }
    return items
  }

  // MARK: Notes

  private func note(
    _ front: FrontMatter, _ lines: ArraySlice<String>, _ text: String, _ place: ItemPlace
  ) throws -> Item {
    var item = try MarkdownNote.item(front, lines, time, place)
    if isFolder {
      item.fields.append(JSONValue.Member(MarkdownDay.Field.file, .string(place.file)))
    }
    if writer.file(ofNote: item)?.text.utf8.elementsEqual(text.utf8) != true { item.raw = text }
    return item
  }

  private mutating func joplin(
    _ front: FrontMatter, _ lines: [String], _ text: String, _ place: ItemPlace
  ) throws -> [Item] {
    guard JoplinNote.isToDo(front) else {
      return try page(
        text, of: JoplinNote.day(front, time, place), .joplin, place.file)
    }
    guard var item = JoplinNote.toDo(front, lines, time, doneAt: now) else {
      throw ExchangeError(.noText, at: place)
    }
    item.place = place
    // A to-do has no text below its title.
    if item.field(MarkdownDay.Field.body) != nil { left.add(.unknown, place.file) }
    item.fields.append(
      JSONValue.Member(MarkdownDay.Field.style, .string(MarkdownDay.Style.joplin.rawValue)))
    item.fields.append(JSONValue.Member(MarkdownDay.Field.file, .string(place.file)))
    if !writer.joplinText(item).utf8.elementsEqual(text.utf8) { item.raw = text }
    return [item]
  }
}

/// A file of Joplin's export "Markdown + front matter".
enum JoplinNote {
  private static let created = ["created", "created_at"]
  private static let completed = "completed?"

  /// Whether the properties are those that Joplin writes.
  static func isNote(_ front: FrontMatter) -> Bool {
    front.property("title") != nil
      && ["created", "updated", "created_at", "updated_at", completed].contains {
        front.property($0) != nil
      }
  }

  static func isToDo(_ front: FrontMatter) -> Bool { front.property(completed) != nil }

  /// The day of an entry.
  static func day(_ front: FrontMatter, _ time: CivilTime, _ place: ItemPlace) throws -> Day {
    for name in created + ["updated", "updated_at"] {
      guard let text = front.text(name) else { continue }
      guard let read = WrittenTime(text) else {
        throw ExchangeError(.badDate(field: name, typed: text), at: place)
      }
      return read.time == nil ? read.day : read.moment(time).day(endingAt: time.dayEndsAt)
    }
    throw ExchangeError(.missing(field: "created"), at: place)
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
    if !text.isBlank {
      fields.append(JSONValue.Member(MarkdownDay.Field.body, .string(text)))
    }
    return Item(.toDo(toDo), key: front.text("id"), fields: fields)
  }
}
