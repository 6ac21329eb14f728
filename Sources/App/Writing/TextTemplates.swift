import Context
import Diary
import Git
import Journal
import Localization
import Platform
import Terminal
import Views

/// The texts with which the editor opens on an empty text: files beside the settings, such as
/// `templates/entry.md`.
struct TextTemplates {
  let app: App

  /// What stands in braces in a template.
  private enum Place: String, CaseIterable {
    case day, weather, commits, todos, branch

    var isList: Bool { self == .commits || self == .todos }
  }

  /// The filled template.
  ///
  /// - Parameters:
  ///   - name: the one that was named; it must exist. By default `usual`, if there is one.
  ///   - day: the day that the text is about.
  func text(named name: String?, orElse usual: String, on day: Day) async throws -> String? {
    guard let text = try read(name, usual) else { return nil }
    var values: [Place: [String]] = [:]
    for place in Place.allCases where text.contains("{\(place.rawValue)}") {
      let found = try await value(of: place, on: day)
      values[place] = (found.isEmpty && !place.isList ? [""] : found).map(Self.escaped)
    }
    return Self.filled(text, values)
  }

  private func read(_ name: String?, _ usual: String) throws -> String? {
    let path = app.paths.template(name ?? usual)
    guard name.map(Paths.isTemplateName) ?? true, File.exists(path) else {
      guard let name else { return nil }
      throw Explanation(
        .templateMissing(name: name),
        hint: .tryCommand(command: "commitdiary config edit --template \(name)"), status: .notFound)
    }
    return try TextInput.text(File.read(path), from: path)
  }

  /// What others have written becomes neither a tag, nor a number such as `mood:: 5`, nor a control
  /// character.
  private static func escaped(_ text: String) -> String {
    let letters = Array(visible(text))
    func isColon(_ index: Int) -> Bool {
      letters.indices.contains(index) && ":：".contains(letters[index])
    }
    var escaped = ""
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : " "
      let endsName = isColon(index) && isColon(index - 1) && next.isWhitespace
      if endsName || Tag.isSign(letter) { escaped.append("\\") }
      escaped.append(letter)
    }
    return escaped
  }

  /// Replaces the places. A line with a list is repeated for each of its items, and left out if there
  /// are none.
  private static func filled(_ text: String, _ values: [Place: [String]]) -> String {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let counts = values.filter { line.contains("{\($0.key.rawValue)}") }.values.map(\.count)
      for index in 0..<(counts.contains(0) ? 0 : counts.max() ?? 1) {
        lines.append(filled(line) { values[$0].map { $0[min(index, $0.count - 1)] } })
      }
    }
    return lines.joined(separator: "\n")
  }

  /// A line with the value of each place. A value is not looked through for places again.
  private static func filled(_ line: Substring, _ value: (Place) -> String?) -> String {
    var (filled, rest) = ("", line)
    while let start = rest.firstIndex(of: "{") {
      filled += rest[..<start]
      let end = rest[start...].firstIndex(of: "}")
      let place = end.flatMap { Place(rawValue: String(rest[start..<$0].dropFirst())) }
      if let end, let value = place.flatMap(value) {
        filled += value
        rest = rest[end...].dropFirst()
      } else {
        filled += "{"
        rest = rest[start...].dropFirst()
      }
    }
    return filled + rest
  }

  private func value(of place: Place, on day: Day) async throws -> [String] {
    switch place {
    case .day: return [app.reader.dateWithWeekday(day)]
    case .weather: return await EntryRemarks(app: app, day: day).weather.map { [$0] } ?? []
    case .commits: return await EntryRemarks(app: app, day: day).commits
    case .todos:
      let journal = try await app.journal(for: .reading)
      let today = app.clock.today
      let toDos =
        day == today
        ? try await journal.toDos(listedOn: today)
        : try await journal.toDos(onPagesOf: day...day, today: today)
      return toDos.map(\.toDo).filter { !$0.isDone }.map(\.text)
    case .branch:
      let clone = try? Clone.find(in: app.directory.path, environment: app.environment)
      return clone?.currentBranch.map { [$0] } ?? []
    }
  }
}

extension Entry {
  /// Whether the entry has jots only: each paragraph begins with a time, and there is no title.
  var hasOnlyJots: Bool {
    guard text.title.isEmpty else { return false }
    var isFirst = true
    for line in text.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isBlank = line.allSatisfy(\.isWhitespace)
      if isFirst, !isBlank, TimeOfDay(atStartOf: line.drop(while: \.isWhitespace)) == nil {
        return false
      }
      isFirst = isBlank
    }
    return true
  }
}
