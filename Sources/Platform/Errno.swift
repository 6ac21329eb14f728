import Glibc

/// Why a system call failed, as the kernel numbers it.
public struct Errno: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Of the call that failed just now on this thread.
  public static var current: Errno { Errno(rawValue: errno) }

  public static let notPermitted = Errno(rawValue: EPERM)
  public static let notFound = Errno(rawValue: ENOENT)
  public static let notAllowed = Errno(rawValue: EACCES)
  public static let exists = Errno(rawValue: EEXIST)
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  public static let isDirectory = Errno(rawValue: EISDIR)
  public static let invalid = Errno(rawValue: EINVAL)
  public static let tooBig = Errno(rawValue: EFBIG)
  public static let diskFull = Errno(rawValue: ENOSPC)
  public static let quotaReached = Errno(rawValue: EDQUOT)
  public static let readOnly = Errno(rawValue: EROFS)
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// Too many links lead to each other.
  public static let linkLoop = Errno(rawValue: ELOOP)
  public static let inputOutput = Errno(rawValue: EIO)
}

extension Errno: CustomStringConvertible {
  /// `No space left on device`: the C library's own words, in English as long as nobody calls
  /// `setlocale`.
  public var description: String {
    var words = [CChar](repeating: 0, count: 128)
    guard strerror_r(rawValue, &words, words.count) == 0 else { return "errno \(rawValue)" }
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether there is no room for more: a full disk, a quota, a limit on the size of files.
  public var isFull: Bool { self == .diskFull || self == .quotaReached || self == .tooBig }
}
