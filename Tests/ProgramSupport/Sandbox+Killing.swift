import Glibc

@testable import Platform

extension Sandbox {
  /// Starts the program, kills it with SIGKILL after `delay`, and returns what it has written to
  /// standard output.
  func kill(
    _ words: [String], after delay: Duration, environment more: [String: String] = [:],
    in folder: String? = nil
  ) throws -> [UInt8] {
    let pipes = try ChildPipes(for: program)
    let child = try ChildProcess(
      [program] + words, in: folder ?? directory, environment: environment.adding(more),
      streams: StandardStreams(
        output: .descriptor(pipes.output.writing.number),
        error: .descriptor(pipes.errors.writing.number)))
    usleep(useconds_t(delay / .microseconds(1)))
    end(child)
    var exchange = pipes.childIO()
    var output: [UInt8] = []
    while case .bytes(let bytes) = exchange.next() { output += bytes }
    return output
  }

  /// Ending the ownership of a child kills and reaps it.
  private func end(_ child: consuming ChildProcess) {}

  /// The median duration of several undisturbed runs.
  func measure(_ work: () throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    let times = try (0..<7).map { _ in try clock.measure { try work() } }
    return times.sorted()[3]
  }
}
