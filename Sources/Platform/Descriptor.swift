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

  /// Writes all bytes. `path` names the file in errors.
  func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    switch DescriptorOutput.write(bytes, to: number) {
    case .done: break
    case .closed: throw FileError(path: path, code: .brokenPipe)
    case .failed(let code): throw FileError(path: path, code: code)
    }
  }

  /// Returns `false` if another process holds the lock, which is not waited for with `LOCK_NB`.
  func lock(_ operation: Int32, _ path: String) throws(FileError) -> Bool {
    if retrying({ flock(number, operation) }) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw FileError(path) }
    return false
  }

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

/// The result of a write.
public enum WriteOutcome: Hashable, Sendable {
  case done
  /// The reader has closed its end, for example after `| head`. This is not an error.
  case closed
  case failed(Errno)
}

/// Writes to open file descriptors.
public enum DescriptorOutput {
  /// Writes all bytes, retrying after interruptions and waiting for slow readers.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> WriteOutcome {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let next = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(descriptor, next.baseAddress, next.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if let outcome = outcome(of: .current, on: descriptor) {
          return outcome
        }
      }
      return .done
    }
  }

  public static func write(_ text: String, to descriptor: Int32) -> WriteOutcome {
    write(Array(text.utf8), to: descriptor)
  }

  /// The outcome of a failed write, or `nil` if it should be retried.
  private static func outcome(of code: Errno, on descriptor: Int32) -> WriteOutcome? {
    switch code.rawValue {
    case EINTR: return nil
    case EAGAIN:
      // Another process that shares the terminal may have made it nonblocking.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
      return nil
    case EPIPE: return .closed
    default: return .failed(code)
    }
  }
}
