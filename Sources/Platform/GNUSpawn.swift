import Glibc

/// Features of `posix_spawn` beyond POSIX. The C header declares them for GNU programs only, and
/// Swift imports it as a POSIX program, so they are looked up by name.
enum GNUSpawn {
  /// `POSIX_SPAWN_SETSID`: the child starts in a new session.
  static let ownSession: Int16 = 0x80

  private typealias AddDirectory =
    @convention(c) (
      UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
    ) -> Int32
  private typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// Starts the child in `directory`; returns an error if the C library does not support this.
  static func addDirectory(
    _ directory: String, to actions: inout posix_spawn_file_actions_t
  ) -> Int32 {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
    return unsafeBitCast(symbol, to: AddDirectory.self)(&actions, directory)
  }

  /// Closes every descriptor from `first` on in the child. This program opens files with
  /// `O_CLOEXEC`, but pipes get the flag a moment later, and C libraries do not always set it.
  static func addCloseFrom(_ first: Int32, to actions: inout posix_spawn_file_actions_t) {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
    _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
  }
}
