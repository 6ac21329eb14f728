import CPlatform
import Glibc

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
