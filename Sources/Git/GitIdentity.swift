public import Platform

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

/// The settings of git, from the system, the user and the clone, as far as this program uses them.
public struct GitConfiguration: Hashable, Sendable {
  /// In their order: if a name occurs several times, the last entry counts, or all of them.
  private var entries: [Entry] = []
  private var remoteEntries: [NamedEntry] = []
  /// `url.<base>.insteadOf`: the name is the base, and the value is the prefix to replace.
  private var replacements: [NamedEntry] = []

  private struct Entry: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// An entry of a section with subsections: `section.name.variable`.
  private struct NamedEntry: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// The sections that this program uses. A clone may have any number of others.
  private static let sections = [
    "author.", "blame.", "commitdiary.", "core.", "extensions.", "mailmap.", "user.",
  ].map { Array($0.utf8) }

  private static let remote = (Array("remote.".utf8), Array(".url".utf8))
  private static let replacement = (Array("url.".utf8), Array(".insteadof".utf8))

  /// Parses the output of `git config --list -z`: a name, a line break, a value and a NUL. The line
  /// break is missing if the setting has no value, which means true.
  init(listing: [UInt8]) {
    for entry in listing.split(separator: 0) { add(entry) }
  }

  init() {}

  /// Adds one entry of such a listing, without its NUL.
  mutating func add(_ entry: ArraySlice<UInt8>) {
    let end = entry.firstIndex(of: UInt8(ascii: "\n")) ?? entry.endIndex
    let name = entry[..<end]
    if let remote = Self.middle(of: name, between: Self.remote) {
      remoteEntries.append(NamedEntry(name: remote, value: Self.text(entry[end...].dropFirst())))
    } else if let base = Self.middle(of: name, between: Self.replacement) {
      replacements.append(NamedEntry(name: base, value: Self.text(entry[end...].dropFirst())))
    } else if Self.sections.contains(where: name.starts(with:)) {
      entries.append(
        Entry(name: Self.text(name), value: Self.text(entry[end...].dropFirst())))
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The middle of `section.middle.variable`, which may contain dots itself.
  private static func middle(
    of name: ArraySlice<UInt8>, between ends: (beginning: [UInt8], end: [UInt8])
  ) -> String? {
    guard name.count > ends.beginning.count + ends.end.count, name.starts(with: ends.beginning),
      name.suffix(ends.end.count).elementsEqual(ends.end)
    else { return nil }
    return text(name.dropFirst(ends.beginning.count).dropLast(ends.end.count))
  }

  /// The effective value. Sections and variables are in lower case.
  public subscript(name: String) -> String? {
    entries.last { $0.name == name }?.value
  }

  /// All values of a setting that may occur several times.
  public func values(of name: String) -> [String] {
    entries.filter { $0.name == name }.map(\.value)
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
  /// The remotes, sorted by name.
  var remotes: [Remote] {
    plainRemotes.map(rewritten).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// `origin`, else the only remote, else the first by name.
  var mainRemote: Remote? {
    let remotes = plainRemotes
    let main =
      remotes.first { $0.name == "origin" }
      ?? remotes.min { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return main.map(rewritten)
  }

  /// The remotes with their addresses as configured.
  private var plainRemotes: [Remote] {
    var seen: Set<String> = []
    return remoteEntries.compactMap { entry in
      // Additional addresses of a remote are used for pushing only.
      guard !entry.value.isEmpty, seen.insert(entry.name).inserted else { return nil }
      return Remote(name: entry.name, url: entry.value)
    }
  }

  /// Replaces the longest prefix that matches an `insteadOf` setting.
  private func rewritten(_ remote: Remote) -> Remote {
    var best: NamedEntry?
    for entry in replacements where !entry.value.isEmpty {
      guard entry.value.utf8.count > best?.value.utf8.count ?? 0,
        remote.url.utf8.starts(with: entry.value.utf8)
      else { continue }
      best = entry
    }
    guard let best else { return remote }
    let rest = remote.url.utf8.dropFirst(best.value.utf8.count)
    return Remote(name: remote.name, url: best.name + String(decoding: rest, as: UTF8.self))
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
