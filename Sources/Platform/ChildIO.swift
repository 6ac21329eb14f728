import Diary
import Glibc

/// The input and output of a child. All pipes are polled together, so that neither side can block
/// on a full one.
struct ChildIO: ~Copyable {
  static let errorLimit = 64 << 10

  /// Each descriptor is closed as soon as it is no longer needed.
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

  /// The result of one call of `next`.
  enum ReadResult {
    case bytes([UInt8])
    /// Both streams of the child are closed.
    case end
    case timedOut
    case failed(Errno)
  }

  /// Waits for the next bytes of the child's output, and sends input and collects error output
  /// meanwhile.
  ///
  /// Bytes that arrived while this program was stopped are still read after the deadline.
  ///
  /// - Parameter watch: Ends the wait before the deadline if the child itself is stalled.
  mutating func next(
    until deadline: ContinuousClock.Instant? = nil, watching watch: StallDetector? = nil
  ) -> ReadResult {
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
        let nextCheck = ContinuousClock.now + StallDetector.interval
        end = deadline.map { min($0, nextCheck) } ?? nextCheck
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
    // A child that stops reading early reports the reason by its exit status.
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
  /// Everything that the child writes, up to `limit`.
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
        // `next` checks the deadline only after it has waited, which it never does for a child that
        // writes endlessly.
        if let deadline, ContinuousClock.now >= deadline { throw .timedOut(program: program) }
      case .end: return collected
      case .timedOut: throw .timedOut(program: program)
      case .failed(let code): throw .failed(program: program, code: code)
      }
    }
  }
}

/// The pipes for a child's output and error output.
struct ChildPipes: ~Copyable {
  let output: Pipe
  let errors: Pipe

  init(for program: String) throws(ChildError) {
    let output = try Child.pipe(for: program)
    let errors = try Child.pipe(for: program)
    self.output = output
    self.errors = errors
  }

  /// Keeps the reading ends and closes the writing ends, so that the end of the output is noticed.
  consuming func childIO(
    input: consuming Pipe? = nil, sending bytes: [UInt8] = []
  ) -> ChildIO {
    ChildIO(
      input: input.take()?.takeWriting(), sending: bytes, output: output.takeReading(),
      errors: errors.takeReading())
  }
}

extension Pipe {
  consuming func takeReading() -> Descriptor { reading }
  consuming func takeWriting() -> Descriptor { writing }
}

/// A child process, such as a pager, that shows what this program writes to it. Until it ends,
/// Ctrl-C reaches only the child.
public struct ChildFeed: ~Copyable {
  // The properties are released in this order, so that a pager sees the end of its input and exits.
  // Killing it would leave the terminal in the mode that it has set.
  private var input: Descriptor?
  private var child: ChildProcess
  private let signals: TerminalSignalsIgnored

  fileprivate init(
    _ child: consuming ChildProcess, input: consuming Descriptor,
    signals: consuming TerminalSignalsIgnored
  ) {
    self.child = child
    self.input = consume input
    self.signals = signals
  }

  /// Writes all bytes; returns `closed` if the child has stopped reading.
  @discardableResult
  public mutating func write(_ bytes: [UInt8]) -> WriteOutcome {
    guard let number = input?.number else { return .closed }
    let outcome = DescriptorOutput.write(bytes, to: number)
    if outcome != .done { input = nil }
    return outcome
  }

  @discardableResult
  public mutating func write(_ text: String) -> WriteOutcome { write(Array(text.utf8)) }

  /// Ends the input and waits for the child.
  @discardableResult
  public mutating func finish() -> ChildStatus {
    input = nil
    return child.wait()
  }
}

extension Child {
  /// Starts a program that reads what this program writes and has the screen to itself.
  public static func feeding(
    _ words: [String], environment: Environment
  ) throws(ChildError) -> ChildFeed {
    let pipe = try pipe(for: words.first ?? "")
    let signals = TerminalSignalsIgnored(TerminalSignalsIgnored.keyboard)
    let child = try ChildProcess(
      words, environment: environment,
      streams: StandardStreams(input: .descriptor(pipe.reading.number)),
      restoring: signals.forChild,
      whenReleased: .awaited)
    return ChildFeed(child, input: pipe.takeWriting(), signals: signals)
  }
}
