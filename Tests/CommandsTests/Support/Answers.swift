import Platform
import Synchronization
import Terminal

@testable import App
@testable import Context
@testable import ProgramSupport

/// A user with fixed answers.
final class Answers: Prompter {
  private let isConfirmed: Bool
  private let text: String
  private let answer: LineAnswer
  private let asked = Mutex<[String]>([])

  init(
    confirmed isConfirmed: Bool = false, writing text: String = "",
    line answer: LineAnswer = .entered("")
  ) {
    self.isConfirmed = isConfirmed
    self.text = text
    self.answer = answer
  }

  var questions: [String] { asked.withLock { $0 } }

  func confirm(
    prompt: String, defaultAnswer: Bool, yes: [String], no: [String]
  ) throws(TerminalError) -> Bool? {
    asked.withLock { $0.append(prompt) }
    return isConfirmed
  }

  func ask(prompt: String) throws(TerminalError) -> String? { throw .noTerminal }

  func askSecret(prompt: String) throws(TerminalError) -> String? { throw .noTerminal }

  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer {
    asked.withLock { $0.append(line.prompt) }
    return answer
  }

  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome {
    throw .noTerminal
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus {
    guard let path = words.last, (try? File.write(Array(text.utf8), to: path)) != nil else {
      return .exited(1)
    }
    return .exited(0)
  }
}

extension Sandbox {
  /// Runs the program in the test process, in an interactive session.
  func interactively(_ words: [String], answering prompts: Answers) throws -> Outcome {
    try InProcessLauncher { process in
      process.prompter = prompts
      process.streams.isTerminal = { _ in true }
      process.streams.size = { _ in (80, 24) }
    }.run(words, environment: environment, input: nil, in: directory)
  }
}
