/// A value that is parsed from arguments, with defaults for those that are missing.
public protocol Declared: Sendable {
  init()
  static var declaration: Declaration<Self> { get }
}

/// A command: its options and `run`.
public protocol Command<Context>: Declared {
  associatedtype Context
  func run(in context: Context) async throws
}
