import Diary
import Glibc

/// The input and output of a child, neither of which waits for the other,
/// so that neither side can block on a full pipe.
struct ChildIO: ~Copyable {
  static let errorLimit = 64 << 10

  /// What is not needed any more is closed.
  private var input: Descriptor?
  private var output: Descriptor?
  private var errors: Descriptor?

  private var unsent: ArraySlice<UInt8> = []
  private(set) var errorOutput: [UInt8] = []

  init(
    input: consuming Descriptor? = nil, sending bytes: [UInt8] = [],
    output: consuming Descriptor, errors: consuming Descriptor
  ) {
    output.setNonBlocking()
    errors.setNonBlocking()
    if let descriptor = input.take() {
      descriptor.setNonBlocking()
      if !bytes.isEmpty { self.input = consume descriptor }
    }
    unsent = bytes[...]
    self.output = consume output
    self.errors = consume errors
  }

  /// What one turn of listening brought.
  enum Turn {
    case bytes([UInt8])
    /// Both streams of the child are closed.
    case end
    case timedOut
    case failed(Errno)
  }

  /// Waits for the next bytes of the child's output, and does meanwhile what else is to be done.
  ///
  /// What has come by the time that somebody looks is not too late, however long this program was
  /// stopped meanwhile.
  ///
  /// - Parameter watch: ends the wait before the deadline where the child waits itself.
  mutating func next(
    until deadline: ContinuousClock.Instant? = nil, watching watch: StallDetector? = nil
  ) -> Turn {
    var watch = watch
    var hasWaited = false
    while true {
      var waiting = [
        pollfd(fd: output?.number ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors?.number ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input?.number ?? -1, events: Int16(POLLOUT), revents: 0),
      ]
      if waiting[0].fd < 0, waiting[1].fd < 0 { return .end }
      if hasWaited, let deadline, ContinuousClock.now >= deadline { return .timedOut }
      var end = deadline
      if watch != nil {
        let look = ContinuousClock.now + StallDetector.interval
        end = deadline.map { min($0, look) } ?? look
      }
      let ready = poll(&waiting, 3, milliseconds(until: end))
      if ready < 0 {
        if errno == EINTR { continue }
        return .failed(.current)
      }
      if ready == 0, watch?.isStalled() == true { return .timedOut }
      hasWaited = true
      if waiting[2].revents != 0 { send() }
      if waiting[1].revents != 0 { readErrors() }
      if waiting[0].revents != 0, let bytes = readOutput() { return .bytes(bytes) }
    }
  }

  private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    return ContinuousClock.now.duration(to: deadline).wholeMilliseconds(atMost: 1_000_000_000)
  }

  private mutating func send() {
    guard let number = input?.number else { return }
    let count = unsent.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    unsent = unsent.dropFirst(max(count, 0))
    // A child that does not want to hear the rest says what it thinks of it by its exit status.
    if count < 0 || unsent.isEmpty { input = nil }
  }

  private mutating func readErrors() {
    guard let number = errors?.number else { return }
    guard let bytes = File.readSome(number, atMost: 4096) else {
      if errno != EAGAIN { errors = nil }
      return
    }
    if bytes.isEmpty { errors = nil }
    errorOutput += bytes.prefix(ChildIO.errorLimit - errorOutput.count)
  }

  private mutating func readOutput() -> [UInt8]? {
    guard let number = output?.number else { return nil }
    guard let bytes = File.readSome(number, atMost: 65_536) else {
      if errno != EAGAIN { output = nil }
      return nil
    }
    if bytes.isEmpty { output = nil }
    return bytes.isEmpty ? nil : bytes
  }
}

extension ChildIO {
  /// All that the child writes, up to `limit`.
  mutating func finish(
    limit: Int, deadline: ContinuousClock.Instant?, watching watch: StallDetector? = nil,
    program: String
  ) throws(ChildError) -> [UInt8] {
    var collected: [UInt8] = []
    while true {
      switch next(until: deadline, watching: watch) {
      case .bytes(let bytes):
        guard bytes.count <= limit - collected.count else {
          throw .outputTooLong(program: program)
        }
        collected += bytes
        // One that writes without end is never silent.
        if let deadline, ContinuousClock.now >= deadline { throw .timedOut(program: program) }
      case .end: return collected
      case .timedOut: throw .timedOut(program: program)
      case .failed(let code): throw .failed(program: program, code: code)
      }
    }
  }
}
