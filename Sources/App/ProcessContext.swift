public import HTTP
public import Platform
public import Terminal

/// What a run is given from outside: variables, working directory, streams and everything else that
/// belongs to a process. A test gives values of its own in place of the process's.
public struct ProcessContext: Sendable {
  public var environment: Environment
  public var directory = WorkingDirectory()
  public var streams = Streams.standard
  var prompter: any Prompter = TerminalPrompter()
  var secrets: any SecretStore = SystemKeyring()
  var localTime = LocalTime.system
  /// What sends requests; `nil` for libcurl.
  public var transport: (any HTTPTransport)?
  /// Whether Ctrl-C cancels work that has something to put in order.
  var handlesSignals = true

  public init(environment: Environment) {
    self.environment = environment
  }
}

/// The folder that paths start from which people type.
public struct WorkingDirectory: Hashable, Sendable {
  /// `nil` for the one in which the process is.
  public var path: String?

  init(_ path: String? = nil) {
    self.path = path
  }

  /// The path of a file that was typed.
  public func file(_ typed: String) -> String {
    guard let path, !typed.hasPrefix("/") else { return typed }
    return typed == "." ? path : "\(path)/\(typed)"
  }

  /// Its path from the root.
  var absolutePath: String { path ?? File.currentDirectory() ?? "." }
}

/// Standard input, output and error.
public struct Streams: Sendable {
  public enum Stream: Int32, Sendable {
    case input, output, error
  }

  /// All of standard input; `tooBig` where there is more than `limit`.
  public var read: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  public var write: @Sendable (_ text: String, _ stream: Stream) -> WriteOutcome
  public var isTerminal: @Sendable (Stream) -> Bool
  /// The size of a terminal, where it knows its own.
  public var size: @Sendable (Stream) -> (columns: Int, rows: Int)?

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

  /// Those of this process.
  static let standard = Streams(
    read: { limit throws(FileError) in try File.readAll(Stream.input.rawValue, limit: limit) },
    write: { text, stream in Platform.Output.write(text, to: stream.rawValue) },
    isTerminal: { Screen.isTerminal($0.rawValue) },
    size: { Screen.terminalSize(of: $0.rawValue) })
}

extension Streams {
  /// What the place can show that a stream leads to.
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
