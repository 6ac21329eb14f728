/// A value that is filled from words, with defaults for what the words leave out.
public protocol Declared: Sendable {
  init()
  static var declaration: Declaration<Self> { get }
}

/// What a person asks the program to do: its options, and `run`.
public protocol Command<Context>: Declared {
  associatedtype Context
  func run(in context: Context) async throws
}
