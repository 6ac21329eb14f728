import Glibc

/// An open file, closed when this value is released. Children do not inherit it.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes ownership of an open descriptor.
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

  /// Makes reads and writes return instead of blocking.
  func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// The two ends of a new pipe. Neither gets the number of a standard stream, even if this program
  /// was started without one: a child's streams would then overwrite each other.
  static func pipe() -> Pipe? {
    var ends: [Int32] = [-1, -1]
    // Swift does not import `pipe2`. A child that is started before `FD_CLOEXEC` is set closes what
    // it inherits.
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

/// Bytes written to `writing` can be read from `reading`.
struct Pipe: ~Copyable {
  let reading: Descriptor
  let writing: Descriptor
}

/// Repeats a call as long as a signal interrupts it.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
