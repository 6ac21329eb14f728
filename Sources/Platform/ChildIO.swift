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

  /// Keeps the reading ends and closes the writing ends, so that the end of the output is noticed.
  init(_ pipes: consuming ChildPipes, input: consuming Pipe, sending bytes: [UInt8]) {
    let output = pipes.output.takeReading()
    let errors = pipes.errors.takeReading()
    output.setNonBlocking()
    errors.setNonBlocking()
    if !bytes.isEmpty {
      let descriptor = input.takeWriting()
      descriptor.setNonBlocking()
      self.input = consume descriptor
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
      if waiting[1].revents != 0 {
        let bytes = Self.read(&errors, atMost: 4096)
        errorOutput += bytes.prefix(ChildIO.errorLimit - errorOutput.count)
      }
      if waiting[0].revents != 0 {
        let bytes = Self.read(&output, atMost: 65_536)
        if !bytes.isEmpty { return .bytes(bytes) }
      }
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

  /// The bytes that have arrived. The stream is closed at its end.
  private static func read(_ stream: inout Descriptor?, atMost count: Int) -> [UInt8] {
    guard let number = stream?.number else { return [] }
    let bytes = File.readSome(number, atMost: count)
    if bytes?.isEmpty ?? (errno != EAGAIN) { stream = nil }
    return bytes ?? []
  }

  /// Everything that the child writes, up to `limit`.
  mutating func finish(
    limit: Int, deadline: ContinuousClock.Instant?, watching watch: StallDetector? = nil,
    program: String
  ) throws(ChildError) -> [UInt8] {
    var collected: [UInt8] = []
    while true {
      switch next(until: deadline, watching: watch) {
      case .bytes(let bytes):
        try collected.append(bytes, limit: limit, of: program)
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

extension [UInt8] {
  /// Adds output of a program, of which there may be so much.
  mutating func append(
    _ bytes: [UInt8], limit: Int, of program: String
  ) throws(ChildError) {
    guard bytes.count <= limit - count else { throw .outputTooLong(program: program) }
    self += bytes
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
}

extension Pipe {
  consuming func takeReading() -> Descriptor { reading }
  consuming func takeWriting() -> Descriptor { writing }
}
