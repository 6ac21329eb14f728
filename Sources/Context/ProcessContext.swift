import GitHub
import HTTP
import Keyring
package import Localization
package import Platform
package import Terminal

/// Everything that a run gets from its process: variables, working directory, streams and more. A
/// test passes its own values.
package struct ProcessContext: Sendable {
  package var environment: Environment
  package var directory = WorkingDirectory()
  package var streams = Streams.standard
  var prompter: any Prompter = TerminalPrompter()
  package var secrets: any SecretStore = Keyring()
  var localTime = LocalTime.system
  /// The transport for requests; `nil` for libcurl.
  var transport: (any HTTPTransport)?
  /// The clock for waits between requests.
  var clock: any MonotonicClock = SystemMonotonicClock()
  /// How long clones are read for a shell prompt, for a list, or beside an answer that does not need
  /// them.
  package var promptLimit = Duration.milliseconds(90)
  /// The name of this machine, by which other devices name it.
  package var hostName = HostName.current
  /// The file of this program, for hooks that start it.
  package var programPath = ProgramPath.current
  /// `nil` where there is no screen: in tests and in servers.
  package var browser: (any DiaryBrowser)?
  /// Whether Ctrl-C cancels work that has to clean up first.
  package internal(set) var handlesSignals = true
  /// The journal of the run that this one is a part of.
  var journal: String?
  /// Whether an agent has asked for this run: the tags that it sets are not those of the user.
  package var isAgent = false
  /// Is called after each change of notes, entries and to-dos that a command has saved.
  package var whenChanged: @Sendable (ChangeResult) -> Void = { _ in }

  package init(environment: Environment) {
    self.environment = environment
  }
}

/// The directory that relative paths start from.
package struct WorkingDirectory: Hashable, Sendable {
  /// `nil` for the working directory of the process.
  package var path: String?

  init(_ path: String? = nil) {
    self.path = path
  }

  /// The path of a file, from what was typed.
  package func file(_ typed: String) -> String {
    guard let path, !typed.hasPrefix("/") else { return typed }
    return typed == "." ? path : "\(path)/\(typed)"
  }

  /// The absolute path of the directory.
  package var absolutePath: String { path ?? File.currentDirectory() ?? "." }
}

/// Standard input, output and error.
package struct Streams: Sendable {
  package enum Stream: Int32, Sendable {
    case input, output, error
  }

  /// Reads all of standard input. Throws `tooBig` if there is more than `limit`.
  package var read: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  package var write: @Sendable (_ text: String, _ stream: Stream) -> WriteOutcome
  package var isTerminal: @Sendable (Stream) -> Bool = { _ in false }
  /// The size of a terminal, if it reports one.
  package var size: @Sendable (Stream) -> (columns: Int, rows: Int)? = { _ in nil }
  /// Shows the progress of long work; `nil` if it is drawn on standard error.
  package var progress: (@Sendable (String) -> Void)?

  /// The streams of this process.
  static let standard = Streams(
    read: { limit throws(FileError) in try File.readAll(Stream.input.rawValue, limit: limit) },
    write: { text, stream in DescriptorOutput.write(text, to: stream.rawValue) },
    isTerminal: { Screen.isTerminal($0.rawValue) },
    size: { Screen.terminalSize(of: $0.rawValue) })
}

extension Streams {
  /// The capabilities of the terminal, file or pipe behind a stream.
  package func screen(
    of stream: Stream, environment: Environment, isUTF8: Bool, color: ColorChoice,
    ambiguousWidth: Int = 1
  ) -> Screen {
    let isTerminal = isTerminal(stream)
    return Screen(
      environment: environment.variables, descriptor: stream.rawValue, isTerminal: isTerminal,
      size: isTerminal ? size(stream) : nil, isUTF8: isUTF8, color: color,
      ambiguousWidth: ambiguousWidth)
  }
}

extension ProcessContext {
  /// The same process for work in the background of a full screen: nothing is asked, signals are
  /// left to the screen, and the output is passed to `write`.
  ///
  /// - Parameters:
  ///   - columns: the width of the output.
  ///   - progress: is called with the progress of long work.
  package func withoutTerminal(
    columns: Int? = nil, progress: (@Sendable (String) -> Void)? = nil,
    _ write: @escaping @Sendable (String, Streams.Stream) -> Void
  ) -> ProcessContext {
    var copy = self
    copy.handlesSignals = false
    copy.streams = Streams(
      read: { _ throws(FileError) in [] },
      write: { text, stream in
        write(text, stream)
        return .done
      })
    copy.streams.progress = progress
    copy.environment["COLUMNS"] = columns.map { String($0) }
    copy.environment["CLICOLOR_FORCE"] = nil
    return copy
  }

  /// The same process for a command that uses the terminal while the full screen is closed. Signals
  /// are still handled by the screen.
  package var insideScreen: ProcessContext {
    var copy = self
    copy.handlesSignals = false
    return copy
  }
}

/// The global options, wherever they were given on the command line.
package struct RunOptions: Sendable {
  package var color = ColorChoice.automatic
  package var language: LanguageTag?
  package var wantsJSON = false
  package var isQuiet = false
  package var isVerbose = false
  package var assumesYes = false
  package var hasNoInput = false
  package var hasNoPager = false
  package var isOffline = false
  /// The account to use, if there are several.
  package var account: String?
  /// The name of the journal to use.
  package var journal: String?

  package init() {}

  /// The options without which a command would be about something else.
  package var commandOptions: String { journal.map { "--journal \($0)" } ?? "" }
}
