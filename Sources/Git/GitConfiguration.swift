public import Platform

/// The settings of git, from the system, the user and the clone, as far as this program uses them.
public struct GitConfiguration: Hashable, Sendable {
  /// In their order: if a name occurs several times, the last entry counts, or all of them.
  private var entries: [GitSetting] = []

  /// The sections that this program uses. A clone may have any number of others.
  private static let sections = [
    "author.", "blame.", "branch.", "commitdiary.", "core.", "extensions.", "mailmap.", "remote.",
    "url.", "user.",
  ].map { Array($0.utf8) }

  /// Adds one entry of such a listing, without its NUL.
  mutating func add(_ entry: ArraySlice<UInt8>) {
    if Self.sections.contains(where: entry.starts) { entries.append(GitSetting(entry)) }
  }

  /// The effective value. Sections and variables are in lower case.
  public subscript(name: String) -> String? {
    entries.last { $0.name == name }?.value
  }

  /// All values of a setting that may occur several times.
  public func values(of name: String) -> [String] {
    entries.filter { $0.name == name }.map(\.value)
  }

  /// The settings `section.….variable`, named by the middle, which may contain dots itself.
  func values(of section: String, _ variable: String) -> [GitSetting] {
    let (start, end) = (section + ".", "." + variable)
    return entries.compactMap { entry in
      guard entry.name.utf8.count > start.utf8.count + end.utf8.count,
        entry.name.hasPrefix(start), entry.name.hasSuffix(end)
      else { return nil }
      let middle = entry.name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
      return GitSetting(name: String(Substring(middle)), value: entry.value)
    }
  }

  /// The extensions of the repository's format, each with its last value.
  var extensions: [(name: String, value: String)] {
    let prefix = "extensions."
    var last: [String: String] = [:]
    for entry in entries where entry.name.hasPrefix(prefix) {
      last[String(entry.name.dropFirst(prefix.count))] = entry.value
    }
    return last.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The folder of hooks, if it is set. The last value is that of `GitProgram`, which runs no hooks.
  public var hooksPath: String? { values(of: "core.hookspath").dropLast().last }
}

extension GitConfiguration {
  /// Parses the output of `git config --list -z`: entries that end with a NUL.
  init(listing: [UInt8]) {
    for entry in listing.split(separator: 0) { add(entry) }
  }

  /// The remotes, sorted by name.
  var remotes: [Remote] {
    rewritten(plainRemotes).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// `origin`, else the only remote, else the first by name.
  var mainRemote: Remote? {
    let remotes = plainRemotes
    let main =
      remotes.first { $0.name == "origin" }
      ?? remotes.min { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return rewritten(main.map { [$0] } ?? []).first
  }

  /// The remotes with their addresses as configured.
  private var plainRemotes: [Remote] {
    var seen: Set<String> = []
    return values(of: "remote", "url").compactMap { setting in
      // Additional addresses of a remote are used for pushing only.
      guard !setting.value.isEmpty, seen.insert(setting.name).inserted else { return nil }
      return Remote(name: setting.name, url: setting.value)
    }
  }

  /// Replaces the longest prefix that matches an `insteadOf` setting.
  private func rewritten(_ remotes: [Remote]) -> [Remote] {
    let bases = values(of: "url", "insteadof").filter { !$0.value.isEmpty }
    return remotes.map { remote in
      let best = bases.filter { remote.url.utf8.starts(with: $0.value.utf8) }
        .max { $0.value.utf8.count < $1.value.utf8.count }
      guard let best else { return remote }
      let rest = remote.url.utf8.dropFirst(best.value.utf8.count)
      return Remote(name: remote.name, url: best.name + String(decoding: rest, as: UTF8.self))
    }
  }
}

/// A setting of git. Sections and variables are in lower case.
struct GitSetting: Hashable, Sendable {
  var name: String
  var value: String
}

extension GitSetting {
  /// Parses an entry of `git config --list -z`: a name, a line break and a value. The line break is
  /// missing if the setting has no value, which means true.
  init(_ entry: ArraySlice<UInt8>, withoutValue: String = "") {
    let end = entry.firstIndex(of: UInt8(ascii: "\n"))
    name = String(decoding: entry[..<(end ?? entry.endIndex)], as: UTF8.self)
    value = end.map { String(decoding: entry[$0...].dropFirst(), as: UTF8.self) } ?? withoutValue
  }

  /// The entries of `git config --list -z` with an option for labels: the scopes of the entries, or
  /// their files.
  static func labeled(
    in listing: [UInt8]
  ) -> some Sequence<(label: ArraySlice<UInt8>, entry: ArraySlice<UInt8>)> {
    let fields = listing.split(separator: 0, omittingEmptySubsequences: false)
    return stride(from: 0, to: fields.count - 1, by: 2).lazy.map { (fields[$0], fields[$0 + 1]) }
  }
}

/// A remote of a clone.
struct Remote: Hashable, Sendable {
  var name: String
  /// The address that git uses. It may contain a password, so it must not be shown or stored.
  var url: String
}

extension StringProtocol {
  /// Whether `part` occurs in the text, compared byte by byte. The search of the standard library
  /// would link the regular expression engine.
  func containsBytes(_ part: String) -> Bool {
    let part = Array(part.utf8)
    var rest = Array(utf8)[...]
    while rest.count >= part.count {
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

/// The name and email address that git is configured with.
public struct GitIdentity: Hashable, Sendable {
  public var name: String?
  public var email: String?

  /// Reads the identity as git uses it in a folder, or in general if that is not in a clone.
  public static func read(
    in directory: String?, environment: Environment
  ) throws(GitError) -> GitIdentity {
    let program = GitProgram(in: directory ?? ".", environment: environment)
    let listing = try program.run(["config", "--list", "-z"], deadline: .seconds(5)).output
    let configuration = GitConfiguration(listing: listing)
    return GitIdentity(
      name: configuration["user.name"],
      email: configuration["user.email"] ?? environment.nonEmpty("EMAIL"))
  }

  /// The authors of the newest commits of a clone, with the number of their commits.
  public static func authors(
    in directory: String, environment: Environment, deadline: Duration
  ) throws(GitError) -> [GitIdentity: Int] {
    let program = GitProgram(in: directory, environment: environment).ignoringLocalVariables()
    let log = try program.run(
      ["log", "--all", "--max-count=10000", "--no-mailmap", "-z", "--format=%an%n%ae"],
      deadline: deadline)
    var authors: [GitIdentity: Int] = [:]
    for commit in log.output.split(separator: 0) {
      let parts = commit.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2 else { continue }
      authors[GitIdentity(name: parts[0], email: parts[1]), default: 0] += 1
    }
    return authors
  }
}
