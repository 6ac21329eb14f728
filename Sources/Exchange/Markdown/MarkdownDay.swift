import Diary
import JSON

/// The file of a day: front matter, the text of an entry, and tasks.
struct MarkdownDay {
  enum Style: String {
    case obsidian, logseq, joplin
  }

  /// Lines as they stand in the file.
  enum Piece {
    case text([String])
    case task(Int, [String])
  }

  /// The names of fields of items that only this format uses. No property begins with a period.
  enum Field {
    /// The path of the file, if it is not that of a day in a new folder.
    static let file = ".file"
    /// The day of a to-do for which its file is right.
    static let day = ".day"
    static let style = ".style"
    /// Whether the first line is the title without being a heading.
    static let plainTitle = ".plainTitle"
    /// The position of a to-do among the tasks of its file.
    static let task = ".task"
    /// The whole file, kept with its first to-do because it has no text.
    static let page = ".page"
    /// The text below a to-do of Joplin.
    static let body = ".body"
  }

  /// Which tasks of a file are to-dos, if not all. It is written when a text has tasks of its own.
  enum Tasks: String {
    case all, end, none
    static let property = "commitdiary-tasks"
  }

  static let idProperty = "commitdiary-id"

  var head: [String] = []
  var pieces: [Piece] = []
  var entry: Item?
  var toDos: [Item] = []
  /// Whether the title is a property.
  private(set) var hasTitle = false

  /// The lines of a text. Line breaks of Windows and a byte order mark are left out.
  static func lines(of text: String) -> [String] {
    var reader = LineReader(ByteSource(Array(text.utf8)))
    var lines: [String] = []
    while let line = try? reader.next() { lines.append(line) }
    return lines
  }

  init(
    _ lines: [String], of day: Day, _ style: Style, _ time: CivilTime, left: inout LeftOut
  ) {
    var rest = lines[...]
    let front = FrontMatter(&rest)
    head = Array(lines[..<rest.startIndex])
    if front != nil, rest.first?.isBlank == true {
      head.append(rest.removeFirst())
    }
    hasTitle = front?.text("title") != nil
    let tasks = front?.text(Tasks.property).flatMap(Tasks.init(rawValue:)) ?? .all
    var splitter = TaskSplitter(day: day, time: time)
    switch style {
    case .obsidian: splitter.split(rest, tasks)
    case .logseq: splitter.splitBlocks(rest, tasks)
    case .joplin: splitter.pieces = [.text(Array(rest))]
    }
    (pieces, toDos) = (splitter.pieces, splitter.toDos)
    for name in splitter.cancelled { left.add(.deleted, name) }
    entry = entry(front, on: day, style, time)
  }

  /// The lines without tasks. Of the blank lines around tasks, one is left.
  private var text: [String] {
    var text: [String] = []
    var isAfterTask = false
    for piece in pieces {
      guard case .text(let lines) = piece else {
        isAfterTask = true
        continue
      }
      let isDouble = isAfterTask && text.last?.isBlank ?? true && lines.first?.isBlank == true
      text += lines.dropFirst(isDouble ? 1 : 0)
      isAfterTask = false
    }
    if isAfterTask, text.last?.isBlank == true { text.removeLast() }
    return text
  }

  private func entry(
    _ front: FrontMatter?, on day: Day, _ style: Style, _ time: CivilTime
  ) -> Item? {
    let written = text.joined(separator: "\n")
    var fields: [JSONValue.Member] = []
    var text: Text
    let title = front?.text("title")
    if let title {
      text = Text(title: title, body: written)
      if style == .joplin { text.title = ToDo.line(title) }
    } else {
      text = Text(written: written)
      if style == .obsidian, text.title.hasPrefix("# ") {
        text.title = String(text.title.dropFirst(2).trimmed)
      } else if style == .obsidian, !text.title.isEmpty {
        fields.add(Field.plainTitle, .bool(true))
      }
    }
    guard !text.isEmpty else { return nil }
    text.tags = front?.tags ?? []
    var entry = EntryItem(day: day, text: text)
    var used: Set<String> = title == nil ? ["tags"] : ["tags", "title"]
    used.insert(Tasks.property)
    used.insert(Self.idProperty)
    func moment(_ name: String) -> WrittenTime? {
      guard let read = front?.text(name).flatMap(WrittenTime.init) else { return nil }
      used.insert(name)
      return read
    }
    if let created = moment("created") {
      entry.createdAt = created.moment(time)
      if created.time != nil { entry.time = Self.time(entry.createdAt, on: day, time) }
    }
    entry.updatedAt = moment("updated")?.moment(time)
    if let date = front?.text("date").flatMap(WrittenTime.init) {
      let moment = date.moment(time)
      if style != .joplin, moment.day == day {
        entry.time = date.time.map { _ in moment.time }
        used.insert("date")
      }
    }
    if let weather = front?.property("weather")?.json.flatMap(MarkdownWeather.weather) {
      entry.weather = weather
      used.insert("weather")
    }
    for property in front?.properties ?? [] where !used.contains(property.name.lowercased()) {
      fields.append(property.field)
    }
    return Item(.entry(entry), key: front?.text(Self.idProperty), fields: fields)
  }

  /// The time of day of a moment; `nil` if it is on another day.
  static func time(_ moment: Moment?, on day: Day, _ time: CivilTime) -> TimeOfDay? {
    guard let moment, moment.day == day || moment.day(endingAt: time.dayEndsAt) == day else {
      return nil
    }
    return moment.time
  }
}

/// Takes the tasks out of the lines of a day.
private struct TaskSplitter {
  let day: Day
  let time: CivilTime
  var pieces: [MarkdownDay.Piece] = []
  var toDos: [Item] = []
  var cancelled: [String] = []
  private var text: [String] = []

  init(day: Day, time: CivilTime) {
    (self.day, self.time) = (day, time)
  }

  private mutating func endText() {
    if !text.isEmpty { pieces.append(.text(text)) }
    text = []
  }

  private mutating func add(_ item: Item, _ lines: [String], at number: Int, _ written: [String]) {
    endText()
    var item = item
    item.place.line = number
    // The journal adds the time at which a to-do without one was created.
    if lines != written || item.content.createdAt == nil {
      item.raw = lines.joined(separator: "\n")
    }
    pieces.append(.task(toDos.count, lines))
    toDos.append(item)
  }

  /// Tasks of Obsidian: lines that are not indented and have no indented lines below them.
  mutating func split(_ lines: ArraySlice<String>, _ tasks: MarkdownDay.Tasks) {
    var fence: (character: Character, count: Int)?
    let start: Int
    switch tasks {
    case .all: start = lines.startIndex
    case .none: start = lines.endIndex
    case .end:
      start = lines.lastIndex { MarkdownTask.box($0) == nil }.map { $0 + 1 } ?? lines.startIndex
    }
    // Whether the next line that is not blank is indented, from the last line to the first.
    var isParent = [Bool](repeating: false, count: lines.count)
    var isNextIndented = false
    for index in lines.indices.reversed() {
      isParent[index - lines.startIndex] = isNextIndented
      if !lines[index].isBlank { isNextIndented = " \t".contains(lines[index].first ?? "-") }
    }
    for (index, line) in zip(lines.indices, lines) {
      if let mark = line.fenceMark {
        if let open = fence {
          if mark.character == open.character, mark.count >= open.count, mark.isClosing {
            fence = nil
          }
        } else {
          fence = (mark.character, mark.count)
        }
      }
      guard fence == nil || tasks == .end, index >= start, let box = MarkdownTask.box(line) else {
        text.append(line)
        continue
      }
      if box.mark == "-" { cancelled.append(String(box.text)) }
      if !isParent[index - lines.startIndex], let item = MarkdownTask.item(line, on: day, time),
        case .toDo(let toDo) = item.content
      {
        add(item, [line], at: index + 1, [MarkdownTask.line(item, toDo, on: day, time)])
      } else {
        text.append(line)
      }
    }
    endText()
  }

  /// Tasks of Logseq: blocks that are not indented and have no blocks below them.
  mutating func splitBlocks(_ lines: ArraySlice<String>, _ tasks: MarkdownDay.Tasks) {
    var rest = lines
    while let first = rest.popFirst() {
      var block = [first]
      let number = rest.startIndex
      while let line = rest.first, !(line == "-" || line.hasPrefix("- ")) {
        block.append(line)
        rest.removeFirst()
      }
      var blank: [String] = []
      while block.count > 1, let last = block.last, last.isEmpty {
        blank.append(block.removeLast())
      }
      if LogseqTask.isCancelled(first) { cancelled.append(first) }
      if tasks == .all, let item = LogseqTask.item(block, on: day, time),
        case .toDo(let toDo) = item.content
      {
        add(item, block, at: number, LogseqTask.lines(item, toDo))
      } else {
        text += block
      }
      text += blank
    }
    endText()
  }
}

extension String {
  /// The run of characters that begins or ends a block of code.
  fileprivate var fenceMark: (character: Character, count: Int, isClosing: Bool)? {
    let text = drop { $0 == " " }
    guard let first = text.first, first == "`" || first == "~", utf8.count - text.utf8.count < 4
    else { return nil }
    let run = text.prefix { $0 == first }
    return run.count < 3 ? nil : (first, run.count, text[run.endIndex...].isBlank)
  }
}
