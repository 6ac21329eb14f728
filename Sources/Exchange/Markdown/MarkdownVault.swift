import Diary
import JSON

/// Where the files of days are in a folder, by the settings of the program that wrote it.
struct MarkdownVault {
  /// The settings of the core plugin “Daily notes” of Obsidian.
  static let settingsPath = ".obsidian/daily-notes.json"
  private static let periodicPath = ".obsidian/plugins/periodic-notes/data.json"
  private static let logseqPath = "logseq/config.edn"
  static let logseqSettings = MarkdownFile(
    path: logseqPath, text: "{:meta/version 1 :journal/file-name-format \"yyyy_MM_dd\"}\n")
  /// To-dos that are on no day's list.
  static let toDoPath = "to-dos.md"

  /// Whether it is a folder of Logseq, with a file for each journal.
  private(set) var isLogseq = false
  /// Whether Obsidian has settings there, besides those that this program writes. A folder without
  /// them may have notes of Joplin.
  private(set) var isObsidian = false
  /// Whether there are settings of Obsidian at all.
  private(set) var hasSettings = false
  /// The folder of the days, without a slash at its end.
  private var folder = ""
  private var format = DayFormat.iso

  init() {}

  init(_ source: Source) {
    if let config = source.file(Self.logseqPath) {
      isLogseq = true
      folder = "journals"
      format = DayFormat(logseq: Self.logseqFormat(config) ?? "yyyy_MM_dd")
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
    if let text = settings["format"]?.nonEmptyString { format = DayFormat(moment: text) }
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
    // This program writes days there.
    guard isLogseq, path.hasSuffix(".md") else { return nil }
    return DayFormat.iso.day(of: path.dropLast(3)).map { ($0, .obsidian) }
  }

  private func day(of path: String) -> Day? {
    guard path.hasSuffix(".md") else { return nil }
    var name = path.dropLast(3)
    if !folder.isEmpty {
      guard name.hasPrefix("\(folder)/") else { return nil }
      name = name.dropFirst(folder.count + 1)
    }
    if let day = format.day(of: name) { return day }
    guard isLogseq else { return nil }
    return DayFormat(logseq: "yyyy_MM_dd").day(of: name) ?? DayFormat.iso.day(of: name)
  }

  /// The file of a day.
  func path(of day: Day) -> String {
    let name = format.name(of: day) ?? "\(day)"
    return (folder.isEmpty ? "" : "\(folder)/") + "\(name).md"
  }
}
