/// What a client tells while it works, on whatever thread it is on.
public struct ClientObserver: Sendable {
  /// Nothing goes to the host for a while: said once, however many requests wait for it, and again
  /// where it turns out to be longer.
  public var waiting: @Sendable (Wait) -> Void
  /// It is asked again.
  public var resumed: @Sendable () -> Void

  public init(
    waiting: @escaping @Sendable (Wait) -> Void = { _ in },
    resumed: @escaping @Sendable () -> Void = {}
  ) {
    self.waiting = waiting
    self.resumed = resumed
  }
}
