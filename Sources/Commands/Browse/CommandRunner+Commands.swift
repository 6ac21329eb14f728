import App
import Arguments
import Browse
import Localization
import Platform
import Synchronization

extension CommandRunner {
  /// Runs commands with the language, the account and the network options of this run.
  static func commands(of app: App) -> CommandRunner {
    let process = app.process
    let options = app.options.asWords
    return CommandRunner(
      run: { words, columns, progress in
        // A second full screen would wait for keys that never arrive.
        if words.contains("browse") { return .refused(in: app) }
        let texts = CollectedTexts()
        let status = await Program.status(
          of: options + ["--no-input", "--no-pager"] + words,
          in: process.withoutTerminal(columns: columns, progress: progress) {
            texts.add($0, isOutput: $1 == .output)
          })
        return texts.outcome(status)
      },
      runOnTerminal: { words in
        let texts = CollectedTexts()
        var inside = process.insideScreen
        let write = inside.streams.write
        inside.streams.write = { text, stream in
          guard stream == .output else { return write(text, stream) }
          texts.add(text, isOutput: true)
          return .done
        }
        return texts.outcome(
          await Program.status(of: options + ["--no-pager"] + words, in: inside))
      },
      complete: { words, cursorWord in
        guard
          let inside = try? App(
            app.options, in: process.withoutTerminal { _, _ in }, requiresValidSettings: false)
        else { return [] }
        return await inside.completion(of: words, at: cursorWord).candidates.map {
          CommandCompletion($0.word, $0.description?.text(for: inside.reader) ?? "")
        }
      },
      isCommand: { $0 == "help" || (try? tree.path(of: [$0])) != nil })
  }
}

extension CommandOutcome {
  fileprivate static func refused(in app: App) -> CommandOutcome {
    let explanation = BrowseError.needsTerminal.explanation
    return CommandOutcome(
      status: explanation.status, output: "", remarks: app.reader.say(explanation.message))
  }
}

extension RunOptions {
  /// The options that apply to every command of a session.
  fileprivate var asWords: [String] {
    (language.map { ["--lang", "\($0)"] } ?? []) + (account.map { ["--account", $0] } ?? [])
      + (isOffline ? ["--offline"] : [])
  }
}

/// The output of a command, up to a limit.
private final class CollectedTexts: Sendable {
  private static let limit = 1 << 20

  private let texts = Mutex<(output: String, remarks: String)>(("", ""))

  func add(_ text: String, isOutput: Bool) {
    texts.withLock { texts in
      if isOutput {
        if texts.output.utf8.count < Self.limit { texts.output += text }
      } else if texts.remarks.utf8.count < Self.limit {
        texts.remarks += text
      }
    }
  }

  func outcome(_ status: ExitStatus) -> CommandOutcome {
    texts.withLock {
      CommandOutcome(status: status, output: $0.output, remarks: $0.remarks)
    }
  }
}
