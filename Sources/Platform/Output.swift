import Glibc

/// How writing ended.
public enum WriteOutcome: Hashable, Sendable {
  case done
  /// Nobody reads any more, as after `| head`: no failure.
  case closed
  case failed(Errno)
}

/// Writing to what is open.
public enum Output {
  /// Writes all of it, however often a signal or a slow reader comes in between.
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

  /// What is to be said of a write that failed, or `nil` where it should be tried again.
  private static func outcome(of code: Errno, on descriptor: Int32) -> WriteOutcome? {
    switch code.rawValue {
    case EINTR: return nil
    case EAGAIN:
      // Whoever shares a terminal with us may have made it one that does not wait.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, -1)
      return nil
    case EPIPE: return .closed
    default: return .failed(code)
    }
  }
}
