import App
import Context
import Localization
import Synchronizing
import Terminal
import Views

extension CommandOutcome {
  /// Makes a change in an application of its own, because it may have to wait for the journal.
  init(making change: DiaryChange, in app: App) async {
    do {
      var options = RunOptions()
      options.language = app.options.language
      options.account = app.options.account
      options.journal = app.options.journal
      options.isOffline = app.options.isOffline
      options.hasNoInput = true
      let inside = try App(options, in: app.process.withoutTerminal { _, _ in })
      let result = try await inside.changes.make(change)
      // The screen may stay open for hours.
      await inside.sync.startInBackground(after: [])
      await inside.dailyCopies.startInBackground()
      await inside.noteMirror.update(result.repositories)
      self.init(result, in: inside)
    } catch {
      let problem = Explanation(of: error)
      self.init(status: problem.status, output: "", remarks: app.context.line(problem))
    }
  }

  /// Runs a program on the terminal, and waits for it.
  init(ofProgram words: [String], in app: App) async {
    do {
      let isSuccess = try await app.runProgram(words)
      self.init(status: isSuccess ? .success : .failure, output: "", remarks: "")
    } catch {
      let line = app.context.line(Explanation(of: error))
      app.output.printError(StyledText(line))
      self.init(status: .failure, output: "", remarks: line)
    }
  }

  var isSuccess: Bool { status == .success }

  /// What is shown of it.
  var text: String { isSuccess && !output.isEmpty ? output : remarks }

  /// The sentence for the bottom line.
  var line: String { Self.line(text) }

  /// A text on one line, without styles and without the name of the program in front of an error.
  static func line(_ text: String) -> String {
    let name = "commitdiary: "
    let line = StyledText(printed: text).plain.split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .joined(separator: "  ")
    return (line.hasPrefix(name) ? String(line.dropFirst(name.count)) : line).asSentence
  }
}

extension ViewContext {
  /// What failed, and what to do about it.
  func line(_ problem: Explanation) -> String {
    let hint = problem.hint.map { "  \(screen.arrow) " + reader.say($0) }
    return reader.say(problem.message).asSentence + (hint ?? "")
  }
}

extension String {
  /// With a capital letter: an error without the name of the program in front of it.
  fileprivate var asSentence: String {
    let word = prefix { !$0.isWhitespace }
    guard word.allSatisfy({ ("a"..."z").contains($0) }) else { return self }
    return prefix(1).uppercased() + dropFirst()
  }
}
