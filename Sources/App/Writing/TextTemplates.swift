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
      // Whatever others have written becomes neither a tag nor a control character.
      let found = try await value(of: place, on: day)
      values[place] = (found.isEmpty && !place.isList ? [""] : found).map {
        visible($0).replacing("#", with: "\\#")
      }
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

  /// Replaces the places. A line with a list is repeated for each of its items, and left out if there
  /// are none.
  private static func filled(_ text: String, _ values: [Place: [String]]) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let places = values.filter { line.contains("{\($0.key.rawValue)}") }
      let count = places.values.map(\.count).max() ?? 1
      for index in 0..<(places.values.contains(where: \.isEmpty) ? 0 : count) {
        lines.append(
          places.reduce(String(line)) { filled, place in
            filled.replacing(
              "{\(place.key.rawValue)}", with: place.value[min(index, place.value.count - 1)])
          })
      }
    }
    return lines.joined(separator: "\n")
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

extension App {
  var templates: TextTemplates { TextTemplates(app: self) }
}

extension Entry {
  /// Whether the entry has jots only: it begins with a time, and has no title.
  var hasOnlyJots: Bool {
    text.title.isEmpty && TimeOfDay(atStartOf: text.body.drop(while: \.isWhitespace)) != nil
  }
}
