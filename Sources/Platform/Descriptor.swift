import Glibc

/// An open file, closed when its owner lets go of it. No child inherits it.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes over what is open already.
  init(owning number: Int32) {
    self.number = number
  }

  init(
    opening path: String, _ flags: Int32, permissions: mode_t = 0o600
  ) throws(FileError) {
    let number = retrying { open(path, flags | O_CLOEXEC, permissions) }
    guard number >= 0 else { throw FileError(path) }
    self.number = number
  }

  deinit { close(number) }

  /// Makes reading and writing return rather than wait.
  func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// The two ends of a new pipe. Neither is one of the three standard streams, which are dealt out
  /// again if this program was started without them: a child's would then overwrite each other.
  static func pipe() -> Pipe? {
    var ends: [Int32] = [-1, -1]
    // Swift does not see `pipe2`. A child that starts just now closes what it has inherited.
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reading = Descriptor(owning: ends[0]).aboveStandardStreams()
    let writing = Descriptor(owning: ends[1]).aboveStandardStreams()
    guard reading.number >= 0, writing.number >= 0 else { return nil }
    return Pipe(reading: reading, writing: writing)
  }

  consuming func aboveStandardStreams() -> Descriptor {
    if number > STDERR_FILENO { return self }
    return Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
  }
}

/// What is written at one end is read at the other.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor
}

/// Calls again as long as a signal interrupts.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
