import CPlatform
import Glibc

/// What one of a child's standard streams is connected to.
enum StandardStream: Sendable {
  case inherited
  case nothing
  case descriptor(Int32)
  case terminal

  fileprivate var number: Int32 {
    switch self {
    case .inherited: Int32(diary_stream_inherited)
    case .nothing: Int32(diary_stream_nothing)
    case .terminal: Int32(diary_stream_terminal)
    case .descriptor(let number): number
    }
  }
}

/// A child's three standard streams.
struct StandardStreams: Sendable {
  var input = StandardStream.nothing
  var output = StandardStream.inherited
  var error = StandardStream.inherited
}

/// The setup of a child before its program starts.
struct SpawnPlan: Sendable {
  var directory: String?
  var streams: StandardStreams
  /// Ignored signals that are reset, besides those that this program always ignores.
  var restoring: [Int32]
  /// Whether the child runs in a session without our terminal, so that keys such as Ctrl-C do not
  /// reach it.
  var isInOwnSession = false
  /// Whether the child runs in its own process group, and is killed by the kernel when this program
  /// ends.
  var endsWithParent = false

  /// Starts the program. Returns the ID of the child, and the error that prevented its start, or 0.
  func start(
    _ path: String, _ words: [String], _ variables: [String]
  ) -> (identifier: pid_t, code: Int32) {
    endsWithParent
      ? SpawningThread.run { startHere(path, words, variables) } : startHere(path, words, variables)
  }

  private func startHere(
    _ path: String, _ words: [String], _ variables: [String]
  ) -> (identifier: pid_t, code: Int32) {
    var setup = diary_setup(
      input: streams.input.number, output: streams.output.number, errors: streams.error.number,
      restored_signals: ([SIGPIPE, SIGXFSZ] + restoring).reduce(0) { $0 | 1 << UInt64($1 - 1) },
      is_in_own_session: isInOwnSession, ends_with_parent: endsWithParent)
    var identifier: pid_t = 0
    let code = withCStrings(words) { words in
      withCStrings(variables) { variables in
        diary_start(path, words, variables, directory, &setup, &identifier)
      }
    }
    return (identifier, code)
  }
}

/// Converts texts to a null-terminated array of C strings.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

/// The thread that starts the children with `endsWithParent`.
///
/// The kernel kills such a child when the thread that started it ends, so this thread runs as long
/// as the program. It is started with the first such child.
enum SpawningThread {
  typealias Outcome = (identifier: Int32, code: Int32)

  private static let requests = BlockingQueue<@Sendable () -> Void>()
  private static let failure: Errno? = Thread.detached {
    while true { requests.next()() }
  }

  /// Runs `start` on this thread and waits for its result.
  static func run(_ start: @escaping @Sendable () -> Outcome) -> Outcome {
    if let failure { return (0, failure.rawValue) }
    let outcome = BlockingQueue<Outcome>()
    requests.add { outcome.add(start()) }
    return outcome.next()
  }
}
