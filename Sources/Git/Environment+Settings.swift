public import Platform

extension Environment {
  /// Without the variables that make git use another clone than that of the working directory.
  public var withoutGitFolders: Environment {
    var environment = self
    for name in GitProgram.local { environment[name] = nil }
    return environment
  }

  /// Adds settings of git that take precedence over all files. Other than after `-c`, their names may
  /// contain an equals sign.
  func adding(settings: [(name: String, value: String)]) -> Environment {
    var environment = self
    var count = nonEmpty("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0
    for setting in settings {
      environment["GIT_CONFIG_KEY_\(count)"] = setting.name
      environment["GIT_CONFIG_VALUE_\(count)"] = setting.value
      count += 1
    }
    environment["GIT_CONFIG_COUNT"] = "\(count)"
    return environment
  }
}
