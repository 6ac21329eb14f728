import CPlatform
import Glibc

/// What happens in a child before its program begins.
struct SpawnPlan: Sendable {
  var directory: String?
  var streams: StandardStreams
  var restoring: [Int32]
  /// Without the terminal of ours, and so without what is pressed there.
  var isInOwnSession = false
  /// In a process group of its own, and killed by the kernel when this program ends. Of the streams
  /// it has only `streams` that are descriptors; the others lead nowhere.
  var endsWithParent = false

  /// The child's number, or the error that kept it from starting.
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
            // Both end with a pointer to nothing, so neither is empty.
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

  /// Nothing stays blocked, and what this program ignores for itself does its usual work again.
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

/// The texts as C has them: an array of pointers that ends with none.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
