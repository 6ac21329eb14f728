/// How a child process ended.
public enum ChildStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  public var isSuccess: Bool { self == .exited(0) }

  /// From the number that `waitpid` gives, whose macros Swift does not see.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
  }
}

/// What a child process that ended has left behind.
public struct ChildResult: Hashable, Sendable {
  public var status: ChildStatus
  public var output: [UInt8]
  /// No more than its first 64 KiB are kept.
  public var errorOutput: [UInt8]

  public init(status: ChildStatus, output: [UInt8], errorOutput: [UInt8]) {
    self.status = status
    self.output = output
    self.errorOutput = errorOutput
  }
}

extension ChildResult {
  /// The output as text; what is not UTF-8 in it is replaced.
  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}
