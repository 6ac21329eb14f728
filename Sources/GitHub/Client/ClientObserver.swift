/// Callbacks of a client. They may be called on any thread.
public struct ClientObserver: Sendable {
  /// Requests to the host pause. Called once, regardless of how many requests wait, and again if
  /// the pause is extended.
  public var waiting: @Sendable (Wait) -> Void
  /// Requests to the host continue.
  public var resumed: @Sendable () -> Void

  public init(
    waiting: @escaping @Sendable (Wait) -> Void = { _ in },
    resumed: @escaping @Sendable () -> Void = {}
  ) {
    self.waiting = waiting
    self.resumed = resumed
  }
}
