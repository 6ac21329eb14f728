import Diary
import Platform

/// How git is called to talk to a remote. Only then it uses transport settings, such as credential
/// helpers and SSH commands, and only those of the user and of the system. No hooks are run.
enum GitTransport {
  /// How long the network may take.
  static let timeout = Duration.seconds(120)

  static let overrides = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.pager=cat",
    "core.alternateRefsCommand=false", "push.gpgSign=false", "push.recurseSubmodules=no",
    "push.followTags=false", "submodule.recurse=false", "fetch.recurseSubmodules=no",
    "fetch.prune=false", "fetch.writeCommitGraph=false", "gc.auto=0", "maintenance.auto=false",
  ].flatMap { ["-c", $0] }

  /// The variables of the user, without those for another clone.
  ///
  /// - Parameter isFolder: whether the remote is a folder. Only then git may use one: settings can replace
  ///   the beginning of another address by a folder, whose settings git would then read.
  static func variables(_ environment: Environment, for isFolder: Bool) -> Environment {
    var environment = environment
    for name in GitProgram.local { environment[name] = nil }
    // Other protocols, such as `ext::`, run a program that the address names.
    let protocols = isFolder ? "file" : "git:http:https:ssh"
    return environment.adding(["GIT_ALLOW_PROTOCOL": protocols, "GIT_NO_LAZY_FETCH": "1"])
  }

  /// The option with which a folder packs what is fetched from it. Git would compare all segments of a
  /// diary with each other for a long time, and gain nothing.
  static func packing(for address: String) -> [String] {
    TransportAddress.isFolder(address) ? ["--upload-pack=git -c pack.window=0 upload-pack"] : []
  }

  /// The line that tells why git has failed.
  static func reason(_ text: String) -> String {
    // The lines of ssh end in CR and LF.
    let lines = text.split(whereSeparator: \.isNewline)
    let line =
      lines.first {
        $0.hasPrefix("ssh: ") || $0.hasPrefix("fatal: ") || $0.containsBytes("rejected]")
      }
      ?? lines.first { $0.hasPrefix("error: ") } ?? lines.last ?? "git"
    for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count))
    }
    return String(line.trimmed)
  }
}
