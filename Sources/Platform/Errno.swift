import Glibc

/// The error number of a failed system call.
public struct Errno: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The error of the last failed call on this thread.
  public static var current: Errno { Errno(rawValue: errno) }

  public static let notPermitted = Errno(rawValue: EPERM)
  public static let notFound = Errno(rawValue: ENOENT)
  public static let notAllowed = Errno(rawValue: EACCES)
  /// A lock is held by another process.
  public static let again = Errno(rawValue: EAGAIN)
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  public static let isDirectory = Errno(rawValue: EISDIR)
  public static let invalid = Errno(rawValue: EINVAL)
  public static let tooBig = Errno(rawValue: EFBIG)
  public static let diskFull = Errno(rawValue: ENOSPC)
  public static let quotaReached = Errno(rawValue: EDQUOT)
  public static let readOnly = Errno(rawValue: EROFS)
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// The file system lacks the operation.
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)
  /// Too many symbolic links, or a cycle of them.
  public static let linkLoop = Errno(rawValue: ELOOP)
  public static let inputOutput = Errno(rawValue: EIO)
}

extension Errno: CustomStringConvertible {
  /// The text of the C library, such as `No space left on device`. It is in English, because this
  /// program never calls `setlocale`.
  public var description: String {
    var words = [CChar](repeating: 0, count: 128)
    guard strerror_r(rawValue, &words, words.count) == 0 else { return "errno \(rawValue)" }
    return String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a limit on space was reached: of the disk, of a quota, or of the size of a file.
  public var isFull: Bool { self == .diskFull || self == .quotaReached || self == .tooBig }
}
