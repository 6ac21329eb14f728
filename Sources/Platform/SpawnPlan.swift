import CPlatform
import Glibc
import Synchronization

/// The setup of a child before its program starts.
struct SpawnPlan: Sendable {
  var directory: String?
  var streams: StandardStreams
  var restoring: [Int32]
  /// Whether the child runs in a session without our terminal, so that keys such as Ctrl-C do not
  /// reach it.
  var isInOwnSession = false
  /// Whether the child runs in its own process group, and is killed by the kernel when this program
  /// ends. Streams that are not descriptors are then connected to `/dev/null`.
  var endsWithParent = false

  /// Starts the program. Returns the ID of the child, and the error that prevented its start, or 0.
  func start(
    _ path: String, _ words: [String], _ variables: [String]
  ) -> (identifier: pid_t, code: Int32) {
    if endsWithParent { return SpawningThread.run { startBound(path, words, variables) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    connect(&actions)
    if let directory {
      let code = GNUSpawn.addDirectory(directory, to: &actions)
      guard code == 0 else { return (0, code) }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)

    var identifier: pid_t = 0
    let code = withCStrings(words) { words in
      withCStrings(variables) { variables in
        posix_spawn(&identifier, path, &actions, &attributes, words, variables)
      }
    }
    return (identifier, code)
  }

  private func startBound(
    _ path: String, _ words: [String], _ variables: [String]
  ) -> (identifier: pid_t, code: Int32) {
    let directory = directory.flatMap { strdup($0) }
    let path = strdup(path)
    defer {
      free(path)
      free(directory)
    }
    guard let path else { return (0, ENOMEM) }
    var identifier: pid_t = 0
    let code = withCStrings(words) { words in
      withCStrings(variables) { variables in
        words.withUnsafeBufferPointer { words in
          variables.withUnsafeBufferPointer { variables -> Int32 in
            // Both arrays end with a null pointer, so neither is empty.
            guard let words = words.baseAddress, let variables = variables.baseAddress else {
              return EINVAL
            }
            var program = diary_program(
              path: path, words: words, variables: variables, directory: directory,
              input: streams.input.descriptor, output: streams.output.descriptor,
              errors: streams.error.descriptor)
            return diary_start_bound(&program, &identifier)
          }
        }
      }
    }
    return (identifier, code)
  }

  private func connect(_ actions: inout posix_spawn_file_actions_t) {
    let redirections = [
      (streams.input, STDIN_FILENO), (streams.output, STDOUT_FILENO),
      (streams.error, STDERR_FILENO),
    ]
    for (end, number) in redirections {
      switch end {
      case .inherited: break
      case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .terminal: posix_spawn_file_actions_addopen(&actions, number, "/dev/tty", O_RDWR, 0)
      case .descriptor(let open): posix_spawn_file_actions_adddup2(&actions, open, number)
      }
    }
    GNUSpawn.addCloseFrom(STDERR_FILENO + 1, to: &actions)
  }

  /// Unblocks all signals, and resets those that this program ignores.
  private func setSignals(_ attributes: inout posix_spawnattr_t) {
    var defaultSignals = sigset_t()
    sigemptyset(&defaultSignals)
    for signal in [SIGPIPE, SIGXFSZ] + restoring { sigaddset(&defaultSignals, signal) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigdefault(&attributes, &defaultSignals)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let session = isInOwnSession ? GNUSpawn.ownSession : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | session)
  }
}

extension StandardStream {
  fileprivate var descriptor: Int32 {
    if case .descriptor(let number) = self { number } else { -1 }
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

/// Features of `posix_spawn` beyond POSIX. The C header declares them for GNU programs only, and
/// Swift imports it as a POSIX program, so they are looked up by name.
enum GNUSpawn {
  /// `POSIX_SPAWN_SETSID`: the child starts in a new session.
  static let ownSession: Int16 = 0x80

  private typealias AddDirectory =
    @convention(c) (
      UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
    ) -> Int32
  private typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// Starts the child in `directory`; returns an error if the C library does not support this.
  static func addDirectory(
    _ directory: String, to actions: inout posix_spawn_file_actions_t
  ) -> Int32 {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
    return unsafeBitCast(symbol, to: AddDirectory.self)(&actions, directory)
  }

  /// Closes every descriptor from `first` on in the child. This program opens files with
  /// `O_CLOEXEC`, but pipes get the flag a moment later, and C libraries do not always set it.
  static func addCloseFrom(_ first: Int32, to actions: inout posix_spawn_file_actions_t) {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
    _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
  }
}

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
