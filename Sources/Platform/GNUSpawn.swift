import Glibc

/// What the C library can do in a child besides what POSIX says. Its header shows these to GNU
/// programs only, and Swift imports it as a POSIX one, so they are looked up by their names.
enum GNUSpawn {
  /// `POSIX_SPAWN_SETSID`: the child begins a session of its own.
  static let ownSession: Int16 = 0x80

  private typealias AddDirectory =
    @convention(c) (
      UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
    ) -> Int32
  private typealias AddCloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// The child works in `directory`; an error where the C library cannot see to it.
  static func addDirectory(
    _ directory: String, to actions: inout posix_spawn_file_actions_t
  ) -> Int32 {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
    return unsafeBitCast(symbol, to: AddDirectory.self)(&actions, directory)
  }

  /// The child closes everything from `first` on. Ours closes itself by `O_CLOEXEC`, but there is
  /// a moment between opening and saying so, and C libraries do not always say it.
  static func addCloseFrom(_ first: Int32, to actions: inout posix_spawn_file_actions_t) {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
    _ = unsafeBitCast(symbol, to: AddCloseFrom.self)(&actions, first)
  }
}
