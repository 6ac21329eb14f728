import Synchronization

/// A stand-in, of which tests can replace or change single responses.
public protocol Intervened {
  var interventions: Interventions { get }

  /// Whether a request is one to this path.
  func matches(_ request: IncomingRequest, _ path: String) -> Bool
}

extension Intervened where Self: Sendable {
  /// Replaces the responses to the next requests whose path starts with `path`.
  ///
  /// - Parameter skipped: the number of matching requests that are answered normally first.
  public func next(
    matching path: String, after skipped: Int = 0, times: Int = 1, do answer: Answer
  ) {
    next(matching: path, after: skipped, times: times) { _, _ in answer }
  }

  /// Passes the responses to the next requests whose path starts with `path` through `change`.
  public func next(
    matching path: String, after skipped: Int = 0, times: Int = 1,
    do change: @escaping @Sendable (IncomingRequest, Answer) -> Answer
  ) {
    next(where: { self.matches($0, path) }, after: skipped, times: times, do: change)
  }

  public func next(
    where isMeant: @escaping @Sendable (IncomingRequest) -> Bool, after skipped: Int = 0,
    times: Int = 1, do change: @escaping @Sendable (IncomingRequest, Answer) -> Answer
  ) {
    interventions.add(
      Interventions.One(isMeant: isMeant, skipped: skipped, times: times, change: change))
  }

  /// Removes all interventions.
  public func forgetInterventions() { interventions.removeAll() }
}

/// What tests have set for requests that are still to come.
public final class Interventions: Sendable {
  struct One: Sendable {
    var isMeant: @Sendable (IncomingRequest) -> Bool
    var skipped: Int
    var times: Int
    var change: @Sendable (IncomingRequest, Answer) -> Answer
  }

  private let all = Mutex<[One]>([])

  var count: Int { all.withLock(\.count) }

  func add(_ one: One) { all.withLock { $0.append(one) } }

  func removeAll() { all.withLock { $0 = [] } }

  /// The response that a test has set, or else the usual one.
  func answer(_ request: IncomingRequest, usually usual: Answer) -> Answer {
    take(request)?.change(request, usual) ?? usual
  }

  /// The intervention for this request, if any. It is used up by this call.
  private func take(_ request: IncomingRequest) -> One? {
    all.withLock { all in
      for index in all.indices where all[index].isMeant(request) {
        if all[index].skipped > 0 {
          all[index].skipped -= 1
          continue
        }
        let taken = all[index]
        all[index].times -= 1
        if all[index].times <= 0 { all.remove(at: index) }
        return taken
      }
      return nil
    }
  }
}
