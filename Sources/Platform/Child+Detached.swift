import Glibc

extension Child {
  /// Starts a program that is independent of this one: its output is discarded, Ctrl-C in this
  /// terminal does not reach it, and it may outlive both. It is never killed.
  ///
  /// A program that fails usually ends soon, and so do most programs that only pass a request on.
  ///
  /// - Returns: The status, or `nil` if the program still runs after `timeout`.
  public static func detached(
    _ words: [String], environment: Environment, timeout: Duration
  ) async throws(ChildError) -> ChildStatus? {
    let child = try ChildProcess(
      words, environment: environment, streams: StandardStreams(output: .nothing, error: .nothing),
      isInOwnSession: true, whenReleased: .detached)
    return await child.ending(within: timeout)
  }

  /// Sends a short input to a program that may leave a process in the background, as clipboard
  /// programs do; this function does not wait for the end of the output.
  ///
  /// - Parameter input: At most as many bytes as a pipe holds.
  /// - Returns: The status, or `nil` if the program did not end within `timeout` and was killed.
  public static func send(
    _ input: [UInt8], to words: [String], environment: Environment, timeout: Duration
  ) async throws(ChildError) -> ChildStatus? {
    precondition(input.count <= Int(PIPE_BUF), "what does not fit would have to be waited for")
    let pipe = try pipe(for: words.first ?? "")
    let child = try ChildProcess(
      words, environment: environment,
      streams: StandardStreams(
        input: .descriptor(pipe.reading.number), output: .nothing, error: .nothing),
      isInOwnSession: true)
    // If the write fails because the child has ended, its status says why.
    _ = DescriptorOutput.write(input, to: pipe.writing.number)
    _ = consume pipe
    return await child.ending(within: timeout)
  }
}

extension ChildProcess {
  private static let pollInterval = Duration.milliseconds(10)

  /// Polls until the child has ended or `timeout` is over; a canceled task does not wait.
  fileprivate consuming func ending(within timeout: Duration) async -> ChildStatus? {
    var child = self
    let end = ContinuousClock.now + timeout
    while true {
      if let status = child.wait(until: .now) { return status }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pollInterval)) != nil else {
        return nil
      }
    }
  }
}
