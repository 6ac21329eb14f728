public import Platform

extension Environment {
  /// Variables that keep all files of the program below `folder`, and that keep it away from the
  /// real network and from the keyring of the user who runs the tests.
  public static func sandboxed(in folder: String) -> Environment {
    Environment([
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "TZ": "Asia/Seoul",
      "LANG": "en_US.UTF-8", "TERM": "xterm-256color", "HOME": "\(folder)/home",
      "XDG_CONFIG_HOME": "\(folder)/config", "XDG_DATA_HOME": "\(folder)/data",
      "XDG_STATE_HOME": "\(folder)/state", "XDG_CACHE_HOME": "\(folder)/cache",
      "GIT_CONFIG_GLOBAL": "\(folder)/gitconfig", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CEILING_DIRECTORIES": TemporaryFolder.parent,
      "COMMITDIARY_FORECAST_URL": "http://127.0.0.1:9",
      "COMMITDIARY_ARCHIVE_URL": "http://127.0.0.1:9",
      "COMMITDIARY_AIR_URL": "http://127.0.0.1:9",
      "COMMITDIARY_GEOCODING_URL": "http://127.0.0.1:9",
      "COMMITDIARY_WEB_URL": "http://127.0.0.1:9", "COMMITDIARY_API_URL": "http://127.0.0.1:9",
    ])
  }
}
