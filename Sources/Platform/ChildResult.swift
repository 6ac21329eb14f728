/// How a child process ended.
public enum ChildStatus: Hashable, Sendable {
  case exited(Int32)
  case signaled(Int32)

  public var isSuccess: Bool { self == .exited(0) }

  /// Decodes the status of `waitpid`, whose macros Swift does not import.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signaled(signal)
  }
}

/// The status and the output of a child process that has ended.
public struct ChildResult: Hashable, Sendable {
  public var status: ChildStatus
  public var output: [UInt8]
  /// At most the first 64 KiB.
  public var errorOutput: [UInt8]

  public init(status: ChildStatus, output: [UInt8], errorOutput: [UInt8]) {
    self.status = status
    self.output = output
    self.errorOutput = errorOutput
  }
}

extension ChildResult {
  /// The output as text, with invalid UTF-8 replaced.
  public var text: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}
