public import Platform

/// Why a hook was neither installed nor removed.
public enum HookError: Error, Hashable {
  /// The setting `core.hooksPath` names another folder, whose hooks git runs instead.
  case elsewhere(folder: String)
  /// The hook was changed after it was installed.
  case changed(file: String)
  /// The name under which the previous hook is kept is in use.
  case occupied(file: String)
  /// The hook is a folder, a pipe or a device.
  case irregular(file: String)
  case failed(FileError)
}
