/// What a command line requests.
public enum Request<Context>: Sendable {
  case run(Invocation<Context>)
  /// The help page for a path; an empty path means the program.
  case help([String])
  case version
  /// The line only names a group: its help is shown, or the error if help cannot be shown.
  case incomplete([String], ArgumentError)
  /// A request for completions from a shell.
  case complete(CompletionCall)
  case mistake(ArgumentError)
}

/// A command with its parsed options.
public struct Invocation<Context>: Sendable {
  public let path: [String]
  public let command: any Command<Context>

  public func run(in context: Context) async throws {
    try await command.run(in: context)
  }
}

/// A parsed command line.
public struct ParsedLine<Globals: Declared, Context>: Sendable {
  /// The global options. If the line has an error, they contain all valid values, so that the error
  /// can be shown in the requested language and format.
  public let globals: Globals
  public let request: Request<Context>
}
