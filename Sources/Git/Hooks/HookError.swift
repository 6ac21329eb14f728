public import Platform

/// Why a hook was neither installed nor removed.
public enum HookError: Error, Hashable {
  /// Another program manages the hooks.
  ///
  /// - Parameter file: the hook, or the folder of hooks.
  case managed(by: String, file: String)
  /// The hook was changed after it was installed.
  case changed(file: String)
  /// The name under which the previous hook is kept is in use.
  case occupied(file: String)
  /// The hook is a folder, a pipe or a device.
  case irregular(file: String)
  case failed(FileError)
  case git(GitError)
}
