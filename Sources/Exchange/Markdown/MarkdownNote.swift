import Diary
import JSON

/// A note in the folder `notes/`: front matter with the commit, and the text.
enum MarkdownNote {
  static let folder = "notes"
  static let properties: Set<String> = [
    "commitdiary", "id", "title", "repository", "commit", "subject", "author", "date", "patch",
    "created", "updated", "tags",
  ]
  /// Those that are written without quotation marks.
  private static let times: Set<String> = ["date", "created", "updated"]
  private static let nameLength = 80
  private static let keyLength = 8

  /// The name of a new file: the title without what file systems and links refuse, and the beginning
  /// of the key.
  static func path(_ item: Item, _ note: NoteItem) -> String {
    var name = ""
    for character in note.text.title.isEmpty ? note.text.body.prefix(200) : note.text.title[...] {
      if character.isNewline, note.text.title.isEmpty, !name.isEmpty { break }
      let isSafe =
        (character.isLetter || character.isNumber || "-_.,+='()!&@~".contains(character))
        && name.utf8.count + character.utf8.count <= nameLength
      if isSafe {
        name.append(character)
      } else if name.last != " " {
        name += " "
      }
      if name.utf8.count >= nameLength { break }
    }
    let words = name.split { $0 == " " || $0 == "." && name.first == "." }
    let title = words.joined(separator: " ")
    let key = key(item, note)
    return "\(folder)/\(title.isEmpty ? "note" : title) \(key).md"
  }

  private static func key(_ item: Item, _ note: NoteItem) -> String {
    if let key = item.key {
      if let id = Identifier(uuid: key) { return String(id.text.prefix(keyLength)) }
      let letters = key.utf8.filter(\.isASCIILetterOrDigit).prefix(2 * keyLength)
      if !letters.isEmpty { return String(decoding: letters, as: UTF8.self).lowercased() }
    }
    // FNV-1a
    let text = "\(note.text.title)\n\(note.text.body)\n\(note.commit?.sha ?? "")"
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Identifier(bits: UInt64(hash)).text.suffix(keyLength).description
  }

  static func lines(_ item: Item, _ note: NoteItem) -> [String] {
    let commit = note.commit?.properties ?? []
    let texts: [(name: String, text: String?)] =
      [
        ("commitdiary", "note"), ("id", item.key), ("title", note.text.title),
        ("repository", note.repository?.name),
      ] + commit + [("created", note.createdAt?.rfc3339), ("updated", note.updatedAt?.rfc3339)]
    return texts.compactMap { name, text in
      text.map { "\(name): \(Self.times.contains(name) ? $0 : FrontMatter.written($0))" }
    }
  }

  static func isNote(_ front: FrontMatter) -> Bool { front.text("commitdiary") == "note" }

  /// - Parameter lines: those below the front matter.
  static func item(
    _ front: FrontMatter, _ lines: ArraySlice<String>, _ time: CivilTime
  ) throws -> Item {
    var rest = lines
    if rest.first?.isBlank == true { rest.removeFirst() }
    func moment(_ name: String) throws -> Moment? { try front.time(name)?.moment(time) }
    var note = NoteItem(
      repository: front.text("repository").map { Repository(name: $0) },
      text: Text(
        title: front.text("title") ?? "", body: rest.joined(separator: "\n"), tags: front.tags),
      createdAt: try moment("created"), updatedAt: try moment("updated"))
    if front.text("commit") != nil {
      guard let date = try moment("date") else { throw ExchangeError(.missing(field: "date")) }
      note.commit = Commit(date: date, properties: front.text)
    }
    if note.text.isEmpty { throw ExchangeError(.noText) }
    let fields = front.properties.filter { !properties.contains($0.name.lowercased()) }
      .map(\.field)
    return Item(.note(note), key: front.text("id"), fields: fields)
  }
}

/// Where the files of days are in a folder, by the settings of the program that wrote it.
public struct MarkdownVault {
  /// The settings of the core plugin “Daily notes” of Obsidian.
  static let settingsPath = ".obsidian/daily-notes.json"
  private static let periodicPath = ".obsidian/plugins/periodic-notes/data.json"
  public static let logseqPath = "logseq/config.edn"
  static let logseqSettings = MarkdownFile(
    path: logseqPath, text: "{:meta/version 1 :journal/file-name-format \"yyyy_MM_dd\"}\n")
  /// To-dos that are on no day's list.
  static let toDoPath = "to-dos.md"

  /// Whether it is a folder of Logseq, with a file for each journal.
  private(set) var isLogseq = false
  /// Whether it is the folder of the journals in one of Logseq.
  private var isJournals = false
  /// Whether Obsidian has settings there, besides those that this program writes. A folder without
  /// them may have notes of Joplin.
  private(set) var isObsidian = false
  /// Whether there are settings of Obsidian at all.
  private(set) var hasSettings = false
  /// Whether the files at the top are posts.
  private var isPosts = false
  /// The folder of the days, without a slash at its end.
  private var folder = ""
  private var format = isoName
  private static let isoName = "YYYY-MM-DD"
  private static let postFolder = "_posts"
  /// The names of days below a folder that are looked for where no settings are, the longest first.
  private static let usualNames = [
    "YYYY/MM/YYYY-MM-DD", "YYYY/YYYY-MM/YYYY-MM-DD", "YYYY/YYYY-MM-DD", "YYYY/MM/DD", isoName,
    "YYYY-MM-DD dddd", "YYYY_MM_DD", "YYYYMMDD",
  ]

  init(_ source: Source) {
    isPosts = source.isFolder && source.name == Self.postFolder
    isJournals = source.graphSettings != nil
    if let config = source.file(Self.logseqPath) ?? source.graphSettings {
      isLogseq = true
      folder = isJournals ? "" : "journals"
      format = DayFormat.moment(logseq: Self.logseqFormat(config) ?? "yyyy_MM_dd")
      return
    }
    isObsidian = source.files.contains {
      $0.path.hasPrefix(".obsidian/") && $0.path != Self.settingsPath
    }
    hasSettings = isObsidian || source.file(Self.settingsPath) != nil
    let daily = Self.json(source.file(Self.settingsPath)) ?? [:]
    let periodic = Self.json(source.file(Self.periodicPath))?["daily"]
    let settings = periodic?["enabled"] == true ? periodic ?? daily : daily
    if let name = settings["folder"]?.string {
      folder = name.split(separator: "/").joined(separator: "/")
    }
    if let text = settings["format"]?.nonEmptyString { format = text }
    if settings["folder"] == nil, settings["format"] == nil { learnPlace(of: source.files) }
  }

  /// Without settings, new days are where the newest one is.
  private mutating func learnPlace(of files: [SourceFile]) {
    let days = files.lazy.filter { $0.path.hasSuffix(".md") && !$0.isHidden }.compactMap { file in
      DayName.day(ofPath: file.path.dropLast(3)).map { (day: $0, path: file.path.dropLast(3)) }
    }
    guard let newest = days.max(by: { $0.day < $1.day }) else { return }
    for text in Self.usualNames {
      guard let name = DayFormat(moment: text).name(of: newest.day), newest.path.hasSuffix(name)
      else {
        continue
      }
      let above = newest.path.dropLast(name.count)
      guard above.isEmpty || above.last == "/" else { continue }
      (folder, format) = (String(above.dropLast()), text)
      return
    }
  }

  /// The settings of Obsidian that say where the days are.
  var settings: MarkdownFile {
    let text = JSONValue.object([
      .init("folder", .string(folder)), .init("format", .string(format)),
    ]).text(.compact)
    return MarkdownFile(path: Self.settingsPath, text: text + "\n")
  }

  private static func json(_ file: SourceFile?) -> JSONValue? {
    (try? file?.bytes()).flatMap { try? JSONParser.parse($0) }
  }

  /// The value of `:journal/file-name-format "yyyy_MM_dd"`, if it is no comment.
  private static func logseqFormat(_ file: SourceFile) -> String? {
    guard let text = try? file.text() else { return nil }
    let name = ":journal/file-name-format"
    for line in text.split(separator: "\n") {
      let line = line.trimmed
      guard let range = line.firstRange(of: name), !line[..<range.lowerBound].contains(";") else {
        continue
      }
      let parts = line[range.upperBound...].split(separator: "\"", maxSplits: 2)
      if parts.count > 1 || parts.first?.isBlank == false {
        return parts.last { !$0.isBlank }.map(String.init)
      }
    }
    return nil
  }

  /// The program whose notation new days have.
  var style: MarkdownDay.Style { isLogseq ? .logseq : .obsidian }

  /// The day of a file and the program of its notation; `nil` if it is not that of a day.
  func page(_ path: String) -> (day: Day, style: MarkdownDay.Style)? {
    if let day = day(of: path) { return (day, style) }
    guard path.hasSuffix(".md") else { return nil }
    let name = path.dropLast(3)
    guard let day = DayName.day(ofPath: name) ?? self.day(ofPost: name) else { return nil }
    // This program writes days at the top of a folder of Logseq.
    return (day, isLogseq && (isJournals || path.contains("/")) ? .logseq : .obsidian)
  }

  /// The day of a post, as in `_posts/2024-05-03-title`.
  private func day(ofPost path: Substring) -> Day? {
    let parts = path.split(separator: "/")
    guard isPosts || parts.dropLast().contains(Self.postFolder[...]) else { return nil }
    return parts.last.flatMap(Self.day(ofPostNamed:))
  }

  /// The day of a file by itself, if it has the name of a post.
  static func day(ofPostNamed name: Substring) -> Day? {
    name.dropFirst(10).first == "-" ? Day(iso: name.prefix(10)) : nil
  }

  private func day(of path: String) -> Day? {
    guard path.hasSuffix(".md") else { return nil }
    var name = path.dropLast(3)
    if !folder.isEmpty {
      guard name.hasPrefix("\(folder)/") else { return nil }
      name = name.dropFirst(folder.count + 1)
    }
    return DayFormat(moment: format).day(of: name)
  }

  /// The file of a day.
  func path(of day: Day) -> String {
    let name = DayFormat(moment: format).name(of: day) ?? "\(day)"
    return (folder.isEmpty ? "" : "\(folder)/") + "\(name).md"
  }
}

/// The weather of a day as a property.
enum MarkdownWeather {
  static func value(_ weather: DayWeather) -> JSONValue {
    .object(
      (WeatherJSON.kept(weather).object ?? []).filter { $0.value != .null && $0.name != "grade" })
  }

  /// `nil` if the value has no place, or more than this program writes.
  static func weather(_ json: JSONValue) -> DayWeather? {
    guard let weather = WeatherJSON.weather(json), value(weather) == json else { return nil }
    return weather
  }
}
