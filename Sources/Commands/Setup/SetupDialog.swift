import Context
import Diary
import JSON
import Localization
import Terminal
import Views

/// A question of `setup` about one setting.
struct SetupQuestion {
  var setting: Setting
  var title: Message
  /// What the setting is for, or what is known already.
  var explanation: Message
  /// The value that Enter gives; `nil` if Enter skips the question.
  var suggestion: JSONValue?
  /// A check of a typed value, in addition to that of the setting.
  var check: @Sendable (JSONValue) async throws -> Void = { _ in }

  /// Saves the value, unless the file has it already. Returns whether the file has changed.
  func save(_ value: JSONValue?, in app: App) throws -> Bool {
    let old = try ConfigFile(app.paths.config)[setting.key]
    guard old != value, !(old == nil && value == setting.defaultValue) else { return false }
    try ConfigFile.set(setting.key, to: value, in: app.paths.config)
    return true
  }
}

/// The user has ended the input. The remaining questions are skipped.
struct EndOfAnswers: Error {}

/// Asks the questions of `setup` one after the other.
final class SetupDialog {
  let app: App
  private let count: Int
  private var number = 0

  init(app: App, count: Int) {
    self.app = app
    self.count = count
  }

  func say(_ message: Message, _ style: Style = .plain) {
    app.output.printError(app.output.styled(message, style))
  }

  func say(_ line: StyledText) { app.output.printError(line) }

  /// Prints rows in columns. Where they do not fit, each cell has a line of its own.
  func say(table rows: [[StyledText]]) {
    let screen = app.output.errorScreen
    var wide = screen
    wide.width = nil
    let columns = rows.first.map { $0.map { _ in Table.Column.whole } } ?? []
    let table = Table(columns: columns, rows: rows).lines(on: wide)
    let width = screen.width(orElse: .max)
    let fits = table.allSatisfy { $0.width(on: screen) <= width }
    let stacked = rows.flatMap { row in
      [row[0]] + row.dropFirst().flatMap { screen.wrapped("    " + $0, indent: 4) }
    }
    for line in fits ? table : stacked { say(line) }
  }

  /// Prints the number and the title of the next question.
  func begin(_ title: Message) {
    number += 1
    app.output.printError("")
    let line = StyledText("\(number)/\(count)  ", .remark) + app.output.styled(title, .heading)
    app.output.printError(line)
  }

  /// Asks until the answer is valid. An empty answer takes the suggestion, `-` unsets the setting.
  ///
  /// - Returns: the value that the setting has now.
  @discardableResult
  func ask(_ question: SetupQuestion) async throws -> JSONValue? {
    begin(question.title)
    say(question.explanation)
    let suggested = question.suggestion.map { question.setting.text(of: $0) }
    while true {
      let prompt: Message =
        suggested.map { .setupPromptSuggestion(value: $0) } ?? .setupPrompt
      guard let line = try app.prompts.ask(prompt) else { throw EndOfAnswers() }
      let answer = String(line.trimmed)
      do {
        if answer.isEmpty {
          if let value = question.suggestion { try save(value, for: question) }
          return question.suggestion
        }
        if answer == "-" {
          try save(nil, for: question)
          return nil
        }
        let value = try app.value(of: question.setting, typed: [answer])
        try await question.check(value)
        try save(value, for: question)
        return value
      } catch let error as Explanation where error == .declined {
        continue
      } catch let error as any Error & Explained where !(error is Interrupted) {
        app.output.explain(error.explanation)
      }
    }
  }

  private func save(_ value: JSONValue?, for question: SetupQuestion) throws {
    let key = question.setting.key
    guard try question.save(value, in: app) else { return }
    say(
      value.map { .settingSet(key: key, value: question.setting.text(of: $0)) }
        ?? .settingRemoved(key: key), .remark)
  }
}
