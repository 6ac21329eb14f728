import Synchronization

/// The thread that starts the children with `endsWithParent`.
///
/// The kernel kills such a child when the thread that started it ends, so this thread runs as long
/// as the program. It is started with the first such child.
enum SpawningThread {
  typealias Outcome = (identifier: Int32, code: Int32)

  private static let requests = Mutex<[Request]>([])
  private static let count = Semaphore()
  private static let failure: Errno? = Thread.detached {
    while true {
      count.wait()
      requests.withLock { $0.removeFirst() }.perform()
    }
  }

  /// Runs `start` on this thread and waits for its result.
  static func run(_ start: @escaping @Sendable () -> Outcome) -> Outcome {
    if let failure { return (0, failure.rawValue) }
    let request = Request(start)
    requests.withLock { $0.append(request) }
    count.signal()
    return request.outcome()
  }

  private final class Request: Sendable {
    private let start: @Sendable () -> Outcome
    private let made = Mutex<Outcome>((0, 0))
    private let isDone = Semaphore()

    init(_ start: @escaping @Sendable () -> Outcome) { self.start = start }

    func perform() {
      let outcome = start()
      made.withLock { $0 = outcome }
      isDone.signal()
    }

    func outcome() -> Outcome {
      isDone.wait()
      return made.withLock { $0 }
    }
  }
}
