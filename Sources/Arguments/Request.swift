/// What a line of words asks for.
public enum Request<Context>: Sendable {
  case run(Invocation<Context>)
  /// The page of the command, the group or, where the path is empty, the program.
  case help([String])
  case version
  /// Nothing but the name of a group: its page, and the error where no page can be shown.
  case incomplete([String], ArgumentError)
  /// A shell asks what could be typed.
  case complete(CompletionCall)
  case mistake(ArgumentError)
}

/// A command with its options filled in.
public struct Invocation<Context>: Sendable {
  public let path: [String]
  public let command: any Command<Context>

  public func run(in context: Context) async throws {
    try await command.run(in: context)
  }
}

/// A line of words, understood.
public struct ParsedLine<Globals: Declared, Context>: Sendable {
  /// What the global options say; where something is wrong, as far as they could be read, so that
  /// the error can be told in the language and the form that was asked for.
  public let globals: Globals
  public let request: Request<Context>
}
