import CPlatform
import Glibc

/// The arguments of this process, as they were passed to `main`.
///
/// `CommandLine.arguments` is empty where `/proc` is not mounted, and replaces invalid UTF-8 by `�`,
/// which would silently change the user's text.
public enum ProgramArguments {
  /// The bytes of each argument, without the program's name.
  public static var all: [[UInt8]] {
    // These pointers are valid for the lifetime of the process.
    (1..<max(1, diary_argument_count())).compactMap { position in
      diary_argument(position).map { argument in
        argument.withMemoryRebound(to: UInt8.self, capacity: strlen(argument)) {
          Array(UnsafeBufferPointer(start: $0, count: strlen(argument)))
        }
      }
    }
  }
}
