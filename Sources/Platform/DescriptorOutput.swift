import Glibc

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
