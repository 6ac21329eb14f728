package import Arguments
package import Platform

/// A short name that `setup` offers where nothing has it.
package enum ShortName: String, CaseIterable, CustomStringConvertible, Sendable {
  case dy, jot, td

  package var description: String { rawValue }

  /// What it is short for.
  package var command: String {
    switch self {
    case .dy: "commitdiary"
    case .jot: "commitdiary jot"
    case .td: "commitdiary todo"
    }
  }

  /// The program or the file of a shell that has this name; `nil` if there is none.
  ///
  /// Start files are read but not run, so a name that a file defines from elsewhere is not found.
  /// The lines for the start file therefore look again, and do nothing if something has the name.
  package func owner(in shell: Shell, _ environment: Environment) -> String? {
    if let program = try? ProgramPath.find(rawValue, environment: environment) { return program }
    let (definitions, startFiles) = shell.files(for: rawValue, in: environment)
    return definitions.first(where: File.exists)
      ?? startFiles.first { path in
        let text = (try? File.readRegular(path, limit: 1 << 20)) ?? []
        return text.split(separator: 0x0A).contains {
          isDefined(in: String(decoding: $0, as: UTF8.self))
        }
      }
  }

  /// Whether a line of a start file defines an alias, an abbreviation or a function of this name.
  func isDefined(in line: String) -> Bool {
    let words = line.split { $0.isWhitespace || ";&|{'\"".contains($0) }
    guard words.first?.first != "#" else { return false }
    return words.indices.contains { index in
      let rest = words[(index + 1)...].drop { $0.hasPrefix("-") }
      switch words[index] {
      case "alias", "abbr", "function":
        return rest.first.map { $0 == rawValue || $0.hasPrefix(rawValue + "(") } == true
          || rest.contains { $0.hasPrefix(rawValue + "=") }
      case rawValue[...]: return rest.first?.hasPrefix("()") == true
      default: return words[index].hasPrefix(rawValue + "()")
      }
    }
  }
}

extension Shell {
  /// The files that define a command of this name if they exist, and the files that run at the start
  /// of an interactive session.
  fileprivate func files(
    for name: String, in environment: Environment
  ) -> (definitions: [String], startFiles: [String]) {
    let folder = File.directory(of: startFile(in: environment))
    func files(_ names: String...) -> [String] { names.map { "\(folder)/\($0)" } }
    switch self {
    case .bash:
      return (
        [],
        files(".bashrc", ".bash_aliases", ".aliases", ".bash_profile", ".bash_login", ".profile")
          + ["/etc/bash.bashrc", "/etc/profile"]
      )
    case .zsh:
      return (
        [],
        files(".zshrc", ".zsh_aliases", ".aliases", ".zshenv", ".zprofile", ".zlogin")
          + ["/etc/zsh/zshrc", "/etc/zsh/zshenv", "/etc/zsh/zprofile"]
      )
    case .fish:
      let folders = [folder, "/etc/fish"]
      let parts = folders.flatMap { folder in
        ((try? File.list(folder + "/conf.d")) ?? []).map { "\(folder)/conf.d/\($0)" }
      }
      let functions =
        folders.map { $0 + "/functions" }
        + ["/usr/share/fish/functions", "/usr/share/fish/vendor_functions.d"]
      return (
        functions.map { "\($0)/\(name).fish" }, folders.map { $0 + "/config.fish" } + parts
      )
    }
  }
}
