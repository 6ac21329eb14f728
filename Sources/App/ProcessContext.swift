import GitHub
public import HTTP
public import Platform
public import Terminal

/// Everything that a run gets from its process: variables, working directory, streams and more. A
/// test passes its own values.
public struct ProcessContext: Sendable {
  public var environment: Environment
  public var directory = WorkingDirectory()
  public var streams = Streams.standard
  var prompter: any Prompter = TerminalPrompter()
  var secrets: any SecretStore = SystemKeyring()
  var localTime = LocalTime.system
  /// The transport for requests; `nil` for libcurl.
  public var transport: (any HTTPTransport)?
  /// The clock for waits between requests.
  var clock: any MonotonicClock = SystemMonotonicClock()
  /// How long clones are read for a shell prompt, for a list, or beside an answer that does not need
  /// them.
  var promptLimit = Duration.milliseconds(90)
  /// The name of this machine, by which other devices name it.
  public var hostName = HostName.current
  /// The file of this program, for hooks that start it.
  public var programPath = ProgramPath.current
  /// `nil` where there is no screen: in tests and in servers.
  public var browser: (any DiaryBrowser)?
  /// Whether Ctrl-C cancels work that has to clean up first.
  public internal(set) var handlesSignals = true
  /// Whether an agent has asked for this run: the tags that it sets are not those of the user.
  public var isAgent = false
  /// Is called after each change of notes, entries and to-dos that a command has saved.
  public var whenChanged: @Sendable (ChangeResult) -> Void = { _ in }

  public init(environment: Environment) {
    self.environment = environment
  }
}

/// The directory that relative paths start from.
public struct WorkingDirectory: Hashable, Sendable {
  /// `nil` for the working directory of the process.
  public var path: String?

  init(_ path: String? = nil) {
    self.path = path
  }

  /// The path of a file, from what was typed.
  public func file(_ typed: String) -> String {
    guard let path, !typed.hasPrefix("/") else { return typed }
    return typed == "." ? path : "\(path)/\(typed)"
  }

  /// The absolute path of the directory.
  var absolutePath: String { path ?? File.currentDirectory() ?? "." }
}

/// Standard input, output and error.
public struct Streams: Sendable {
  public enum Stream: Int32, Sendable {
    case input, output, error
  }

  /// Reads all of standard input. Throws `tooBig` if there is more than `limit`.
  public var read: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  public var write: @Sendable (_ text: String, _ stream: Stream) -> WriteOutcome
  public var isTerminal: @Sendable (Stream) -> Bool
  /// The size of a terminal, if it reports one.
  public var size: @Sendable (Stream) -> (columns: Int, rows: Int)?
  /// Shows the progress of long work; `nil` if it is drawn on standard error.
  var progress: (@Sendable (String) -> Void)?

  init(
    read: @escaping @Sendable (_ limit: Int) throws(FileError) -> [UInt8],
    write: @escaping @Sendable (_ text: String, _ stream: Stream) -> WriteOutcome,
    isTerminal: @escaping @Sendable (Stream) -> Bool = { _ in false },
    size: @escaping @Sendable (Stream) -> (columns: Int, rows: Int)? = { _ in nil }
  ) {
    self.read = read
    self.write = write
    self.isTerminal = isTerminal
    self.size = size
  }

  /// The streams of this process.
  static let standard = Streams(
    read: { limit throws(FileError) in try File.readAll(Stream.input.rawValue, limit: limit) },
    write: { text, stream in DescriptorOutput.write(text, to: stream.rawValue) },
    isTerminal: { Screen.isTerminal($0.rawValue) },
    size: { Screen.terminalSize(of: $0.rawValue) })
}

extension Streams {
  /// The capabilities of the terminal, file or pipe behind a stream.
  public func screen(
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
