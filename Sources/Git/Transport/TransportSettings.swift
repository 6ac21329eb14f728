import Diary
import Platform

/// The settings of a clone by which git reaches remotes. They may name programs, such as a command for SSH,
/// and addresses, so that they are used only if the user agrees.
public struct TransportSettings: Hashable, Sendable {
  let settings: [Setting]

  struct Setting: Hashable, Sendable {
    var name: String
    var value: String
  }

  public static let none = TransportSettings(settings: [])

  /// Their names, each once.
  public var names: [String] {
    var seen: Set<String> = []
    return settings.map(\.name).filter { seen.insert($0).inserted }
  }

  /// Their bytes, which change with any of them.
  public var bytes: [UInt8] { settings.flatMap { Array("\($0.name)\n\($0.value)\0".utf8) } }

  /// Parses the output of `git config --list --show-scope -z`.
  init(listing: [UInt8]) {
    let fields = listing.split(separator: 0, omittingEmptySubsequences: false)
    settings = stride(from: 0, to: fields.count - 1, by: 2).compactMap { index in
      let scope = String(decoding: fields[index], as: UTF8.self)
      guard scope == "local" || scope == "worktree" else { return nil }
      let parts = fields[index + 1].split(separator: UInt8(ascii: "\n"), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      guard let name = parts.first, Self.isOfTransport(name) else { return nil }
      return Setting(name: name, value: parts.count > 1 ? parts[1] : "true")
    }
  }

  private init(settings: [Setting]) { self.settings = settings }

  /// Sections and variables are in lower case.
  private static func isOfTransport(_ name: String) -> Bool {
    ["http.", "credential.", "url.", "ssh."].contains(where: name.hasPrefix)
      || ["core.sshcommand", "core.gitproxy", "core.askpass"].contains(name)
      || name.hasPrefix("remote.")
        && [".proxy", ".proxyauthmethod", ".serveroption"].contains(where: name.hasSuffix)
  }
}

extension Clone {
  public func transportSettings() throws(NotesReferenceError) -> TransportSettings {
    TransportSettings(
      listing: try successfully(["config", "--list", "--show-scope", "-z"]).output)
  }
}
