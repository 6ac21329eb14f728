public import Diary
import JSON

/// A file to write.
public struct MarkdownFile: Hashable, Sendable {
  /// Inside of the folder, with `/` between its parts.
  public var path: String
  public var text: String
}

/// Writes items as a folder of Markdown files that Obsidian opens: a file for each day, and one for
/// each note in `notes/`.
///
/// Items that `MarkdownReader` read from another place are written to that place, in the notation of
/// its program.
public struct MarkdownFolder {
  private let time: CivilTime
  /// The files that are there.
  private let present: [String: SourceFile]
  let vault: MarkdownVault
  typealias Field = MarkdownDay.Field

  /// The settings that a new folder needs for these items; `nil` if it needs none.
  public static func settings(
    for items: some Sequence<Item>, in folder: Source
  ) -> MarkdownFile? {
    let styles = Set(items.map(style))
    if styles.contains(.logseq) { return MarkdownVault.logseqSettings }
    if styles == [.joplin] { return nil }
    return MarkdownVault(folder).settings
  }

  /// - Parameters:
  ///   - folder: the folder to write to, if it has files. Its settings decide the names of new days.
  ///   - settings: those that are written with the files of a new folder.
  public init(time: CivilTime, in folder: Source? = nil, settings: MarkdownFile? = nil) {
    self.time = time
    var folder = folder ?? Source(name: "", files: [], isFolder: true)
    if let settings {
      folder.files.append(SourceFile(path: settings.path, Array(settings.text.utf8)))
    }
    vault = MarkdownVault(folder)
    present = Dictionary(folder.files.map { ($0.path, $0) }) { first, _ in first }
  }

  /// The item without the path that it had in another folder of Obsidian, whose settings say where days
  /// are.
  public static func withoutPath(_ item: Item) -> Item {
    guard style(item) == .obsidian else { return item }
    var item = item
    item.fields.removeAll { $0.name == Field.file }
    return item
  }

  /// Changes the path that the item of a file has in its folder. An empty path removes it.
  public static func move(_ item: inout Item, to path: String) {
    guard path.isEmpty || path.hasSuffix(".md") else { return }
    item.fields.removeAll { $0.name == Field.file }
    if !path.isEmpty { item.fields.add(Field.file, path) }
  }

  /// Leaves a to-do that was first written here, and does not say on which page, on the page of its day.
  public static func stay(_ item: inout Item, where old: Item) {
    guard item.field(Field.day) == nil, let day = page(of: item), day == page(of: old)
    else { return }
    item.fields.add(Field.day, "\(day)")
  }

  // MARK: Days

  /// The day of the page on which a to-do is. What says itself from which day on it is on the list stays on the
  /// page where it was written.
  public static func page(of item: Item) -> Day? {
    guard case .toDo(let toDo) = item.content else { return nil }
    guard let page = item.field(Field.day)?.string.flatMap({ Day(iso: $0) }),
      let day = toDo.day, page < day,
      MarkdownTask.hasOwnDay(item) || LogseqTask.hasOwnDay(item)
    else { return toDo.day }
    return page
  }

  private struct Page {
    var path: String
    var style: MarkdownDay.Style
    var entry: Item?
    var toDos: [Item] = []
    /// The positions of the items among the entries and to-dos of the day.
    var positions: [Int] = []
  }

  /// A file of a day, and the positions of its items among its entries and to-dos.
  public typealias DayFile = (file: MarkdownFile, items: [Int])

  /// The files of a day. There is one, unless several were read or there are several entries.
  ///
  /// - Parameter day: `nil` for to-dos without a day.
  public func dayFiles(of day: Day?, entries: [Item], toDos: [Item]) -> [DayFile] {
    var pages: [Page] = []
    var files: [DayFile] = []
    let standard = day.map { vault.path(of: $0) } ?? MarkdownVault.toDoPath
    func page(at path: String, _ item: Item) -> Page {
      let isNew = day != nil && (path == standard || path != Self.path(item))
      return Page(path: path, style: isNew ? vault.style : Self.style(item))
    }
    // An entry that has a file keeps it.
    let (placed, others) = (
      entries.indices.filter { Self.path(entries[$0]) != nil },
      entries.indices.filter { Self.path(entries[$0]) == nil }
    )
    for position in placed + others {
      let item = entries[position]
      var path = Self.path(item) ?? standard
      var copy = 2
      while pages.contains(where: { $0.path == path }) {
        path = "\(standard.dropLast(3)) (\(copy)).md"
        copy += 1
      }
      var page = page(at: path, item)
      page.entry = item
      page.positions = [position]
      pages.append(page)
    }
    for (position, item) in zip(entries.count..., toDos) {
      if Self.style(item) == .joplin, let path = Self.path(item) {
        files.append((MarkdownFile(path: path, text: joplinText(item)), [position]))
        continue
      }
      let isOfDay = day.map { item.field(Field.day)?.string == "\($0)" } ?? false
      let path = isOfDay ? Self.path(item) ?? standard : nil
      if let index = pages.firstIndex(where: {
        $0.style != .joplin && $0.path == path ?? $0.path
      }) {
        pages[index].toDos.append(item)
        pages[index].positions.append(position)
      } else {
        var page = page(at: path ?? standard, item)
        page.toDos = [item]
        page.positions = [position]
        pages.append(page)
      }
    }
    return pages.map { page in
      let text = text(page.entry, page.toDos, on: day, page.style, isAt: page.path)
      return (MarkdownFile(path: page.path, text: text), page.positions)
    } + files
  }

  private static func style(_ item: Item) -> MarkdownDay.Style {
    item.field(Field.style)?.string.flatMap(MarkdownDay.Style.init(rawValue:)) ?? .obsidian
  }

  /// The path that was kept with an item.
  private static func path(_ item: Item) -> String? {
    guard let path = item.field(Field.file)?.string, path.hasSuffix(".md"),
      path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    return path
  }

  private func text(
    _ entry: Item?, _ toDos: [Item], on day: Day?, _ style: MarkdownDay.Style, isAt path: String
  ) -> String {
    guard let day else {
      let tasks = toDos.flatMap { lines($0, on: nil, style) }
      return (["---", "commitdiary: to-do", "---", ""] + tasks).joined(separator: "\n") + "\n"
    }
    let page = entry == nil ? toDos.lazy.compactMap { $0.field(Field.page)?.string }.first : nil
    let raw =
      entry?.raw ?? page
      ?? present[path].flatMap { file in
        try? Array(file.bytes().withoutByteOrderMark).text(line: 1)
      }
    if let raw, let text = textInPlace(raw, entry, toDos, on: day, style, path) { return text }
    return newText(entry, toDos, on: day, style)
  }

  /// The file as it was, with the lines and to-dos that changed; `nil` if that is not what should be read there.
  private func textInPlace(
    _ raw: String, _ entry: Item?, _ toDos: [Item], on day: Day, _ style: MarkdownDay.Style,
    _ path: String
  ) -> String? {
    var left = LeftOut()
    var raw = raw
    var old = MarkdownDay(MarkdownDay.lines(of: raw), of: day, style, time, left: &left)
    switch (old.entry?.content, entry?.content) {
    case (nil, nil): break
    case (.entry(let known)?, .entry(let new)?):
      guard known.weather == new.weather else { return nil }
      if !Self.isIdentical(known.text, new.text) {
        let edit = MarkdownEdit(
          raw, day: old, from: known.text, to: new.text, isLogseq: style == .logseq)
        guard let edit else { return nil }
        let edited = MarkdownDay(
          MarkdownDay.lines(of: edit.text), of: day, style, time, left: &left)
        // It must be read as it is meant, with the same to-dos.
        guard case .entry(let found)? = edited.entry?.content,
          edited.toDos.count == old.toDos.count,
          style == .logseq
            ? found.text.written.lines.filter({ !$0.isBlank }) == edit.lines
            : Self.isIdentical(found.text, new.text)
        else { return nil }
        (raw, old) = (edit.text, edited)
      }
    default: return nil
    }
    var rest = toDos
    var isSame = true
    // Whether the last task is not there any more.
    var isRemoved = false
    var lines = old.head
    for piece in old.pieces {
      switch piece {
      case .text(let text):
        let isDouble = isRemoved && lines.last?.isBlank ?? true && text.first?.isBlank == true
        lines += text.dropFirst(isDouble ? 1 : 0)
      case .task(let number, let text):
        let known = old.toDos[number]
        guard let index = index(of: known, number, in: rest, on: day, path) else {
          isSame = false
          isRemoved = true
          continue
        }
        isRemoved = false
        let item = rest.remove(at: index)
        if Self.isSame(known, item) {
          lines += text
        } else {
          isSame = false
          lines += self.lines(item, on: day, style)
        }
      }
    }
    if isSame, rest.isEmpty { return raw }
    if !rest.isEmpty, lines.last?.isBlank == false, !Self.isTask(lines.last, style) {
      lines.append("")
    }
    lines += rest.flatMap { self.lines($0, on: day, style) }
    let text = lines.joined(separator: "\n") + "\n"
    let isWindows = raw.utf8.contains(UInt8(ascii: "\r"))
    return isWindows ? lines.map { "\($0)\r\n" }.joined() : text
  }

  private static func isTask(_ line: String?, _ style: MarkdownDay.Style) -> Bool {
    style == .logseq || line.map { MarkdownTask.box($0) != nil } ?? true
  }

  private func index(
    of known: Item, _ number: Int, in items: [Item], on day: Day, _ path: String
  ) -> Int? {
    items.firstIndex { $0.key != nil && $0.key == known.key }
      ?? items.firstIndex {
        $0.field(Field.task)?.integer == number && $0.field(Field.day)?.string == "\(day)"
          && Self.path($0) ?? vault.path(of: day) == path
      } ?? items.firstIndex { Self.isSame(known, $0) }
  }

  private static func isIdentical(_ left: Text, _ right: Text) -> Bool {
    left.withTagsInText.isIdentical(to: right.withTagsInText)
  }

  /// Whether two to-dos are written on the same line.
  private static func isSame(_ left: Item, _ right: Item) -> Bool {
    guard case .toDo(let left) = left.content, case .toDo(let right) = right.content else {
      return false
    }
    func withTags(_ toDo: NewToDo) -> ToDo.Details {
      var details = toDo.details
      details.content = details.content.withTagsInText
      return details
    }
    return (left.day == nil || right.day == nil || left.day == right.day)
      && withTags(left).isIdentical(to: withTags(right))
      && left.rule == right.rule && (left.doneAt == nil) == (right.doneAt == nil)
      && (left.doneOn ?? left.doneAt?.day) == (right.doneOn ?? right.doneAt?.day)
  }

  /// The lines of a to-do.
  private func lines(_ item: Item, on day: Day?, _ style: MarkdownDay.Style) -> [String] {
    guard case .toDo(let toDo) = item.content else { return [] }
    if let raw = item.raw {
      let lines = MarkdownDay.lines(of: raw)
      let known =
        style == .logseq
        ? LogseqTask.item(lines, on: day, time)
        : lines.count == 1 ? MarkdownTask.item(lines[0], on: day, time) : nil
      if let known, Self.isSame(known, item) { return lines }
    }
    return style == .logseq
      ? LogseqTask.lines(item, toDo) : [MarkdownTask.line(item, toDo, on: day, time)]
  }

  /// The text of a new file.
  func newText(
    _ entry: Item?, _ toDos: [Item], on day: Day, _ style: MarkdownDay.Style
  ) -> String {
    let tasks = toDos.flatMap { lines($0, on: day, style) }
    guard let entry, case .entry(let value) = entry.content else {
      return tasks.map { "\($0)\n" }.joined()
    }
    // The first line is the title unless something else would be read then. Logseq knows no other
    // tasks than those of the text.
    let last: MarkdownDay.Tasks = style != .obsidian ? .all : tasks.isEmpty ? .none : .end
    for hasProperty in style == .joplin ? [true] : [false, true] {
      for mode in style == .obsidian ? [.all, last] : [MarkdownDay.Tasks.all] {
        let text = newText(entry, value, tasks, on: day, style, hasProperty, mode)
        var left = LeftOut()
        let read = MarkdownDay(MarkdownDay.lines(of: text), of: day, style, time, left: &left)
        guard case .entry(let known)? = read.entry?.content,
          Self.isIdentical(known.text, value.text), read.toDos.count == toDos.count
        else { continue }
        return text
      }
    }
    return newText(entry, value, tasks, on: day, style, style != .logseq, last)
  }

  private func newText(
    _ entry: Item, _ value: EntryItem, _ tasks: [String], on day: Day,
    _ style: MarkdownDay.Style, _ hasTitleProperty: Bool, _ mode: MarkdownDay.Tasks
  ) -> String {
    var front = properties(entry, value, on: day, style)
    if mode != .all { front.insert("\(MarkdownDay.Tasks.property): \(mode.rawValue)", at: 0) }
    if hasTitleProperty {
      front.insert("title: \(FrontMatter.written(value.text.title))", at: 0)
    }
    var parts: [String] = []
    let (title, body) = (value.text.title, value.text.body)
    if hasTitleProperty {
      parts = body.isEmpty ? [] : [body]
    } else if style == .logseq {
      parts = [[title, body].filter { !$0.isEmpty }.joined(separator: "\n")]
    } else {
      let isPlain = entry.field(Field.plainTitle)?.bool == true
      parts = [title.isEmpty || isPlain ? title : "# \(title)", body].filter { !$0.isEmpty }
    }
    if !tasks.isEmpty {
      let list = tasks.joined(separator: "\n")
      if style == .logseq, let text = parts.popLast() {
        parts.append("\(text)\n\(list)")
      } else {
        parts.append(list)
      }
    }
    let text = parts.map { "\($0)\n" }.joined(separator: "\n")
    if front.isEmpty { return text }
    return Self.frontMatter(front) + (text.isEmpty ? "" : "\n\(text)")
  }

  private static func frontMatter(_ lines: [String]) -> String {
    (["---"] + lines + ["---"]).map { "\($0)\n" }.joined()
  }

  private static func tagLines(_ tags: [String]) -> [String] {
    let names = Tag.names(tags).filter { !$0.isEmpty }
    return names.isEmpty ? [] : ["tags:"] + names.map { "  - \(FrontMatter.written($0))" }
  }

  private func properties(
    _ item: Item, _ entry: EntryItem, on day: Day, _ style: MarkdownDay.Style
  ) -> [String] {
    var lines = Self.tagLines(entry.text.tags)
    var hasDate = false
    if style != .logseq {
      if style == .obsidian, entry.time != MarkdownDay.time(entry.createdAt, on: day, time) {
        lines.append("date: \(day)\(entry.time.map { "T\($0)" } ?? "")")
        hasDate = true
      }
      if let created = entry.createdAt { lines.append("created: \(created.rfc3339)") }
      if let updated = entry.updatedAt { lines.append("updated: \(updated.rfc3339)") }
    }
    if let weather = entry.weather {
      lines.append(FrontMatter.line("weather", MarkdownWeather.value(weather)))
    }
    if let key = item.key {
      lines.append("\(MarkdownDay.idProperty): \(FrontMatter.written(key))")
    }
    return lines + Self.fieldLines(item) { hasDate && $0.lowercased() == "date" }
  }

  private static func fieldLines(
    _ item: Item, besides isLeft: (String) -> Bool = { _ in false }
  ) -> [String] {
    item.fields.filter { !$0.name.hasPrefix(".") && !isLeft($0.name) }
      .flatMap { FrontMatter.lines(of: $0) }
  }

  // MARK: Other files

  /// A to-do of Joplin, which has a file of its own.
  func joplinText(_ item: Item) -> String {
    guard case .toDo(let toDo) = item.content else { return "" }
    if let raw = item.raw {
      var lines = MarkdownDay.lines(of: raw)[...]
      if let front = FrontMatter(&lines),
        let old = JoplinNote.toDo(front, Array(lines), time, doneAt: toDo.doneAt),
        Self.isSame(old, item)
      {
        return raw
      }
    }
    var front = ["title: \(FrontMatter.written(ToDo.line(toDo.text)))"]
    if let created = toDo.createdAt { front.append("created: \(created.rfc3339)") }
    front.append("completed?: \(toDo.doneAt == nil ? "no" : "yes")")
    if let due = toDo.details.due { front.append("due: \(due)") }
    front += Self.tagLines(toDo.details.tags)
    if let key = item.key { front.append("id: \(FrontMatter.written(key))") }
    let body = item.field(Field.body)?.string ?? ""
    return Self.frontMatter(front + Self.fieldLines(item)) + (body.isEmpty ? "" : "\n\(body)\n")
  }

  /// The file of a note; `nil` if the item is no note.
  public func file(ofNote item: Item) -> MarkdownFile? {
    guard case .note(let note) = item.content else { return nil }
    let path = Self.path(item) ?? MarkdownNote.path(item, note)
    if let raw = item.raw { return MarkdownFile(path: path, text: raw) }
    let text = Self.frontMatter(
      MarkdownNote.lines(item, note) + Self.tagLines(note.text.tags) + Self.fieldLines(item))
    return MarkdownFile(
      path: path, text: text + (note.text.body.isEmpty ? "" : "\n\(note.text.body)\n"))
  }
}
