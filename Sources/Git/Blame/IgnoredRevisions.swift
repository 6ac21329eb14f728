import Platform

/// The files that list commits which `git blame` must look through, such as a reformatting.
///
/// Git reads the files of the setting `blame.ignoreRevsFile` and fails if one is missing. Many
/// users set it for all clones, although not every clone has the file.
public struct IgnoredRevisions: Hashable, Sendable {
  /// The name that forges use too. It does not have to be configured.
  private static let usualName = ".git-blame-ignore-revs"

  /// Files besides those that git reads by itself.
  private var files: [String] = []
  /// The file with the usual name, if it is not configured.
  private var unconfigured: String?
  /// The configured files that do not exist. Git must not read the settings that name them.
  private(set) var missing: [String] = []
}

extension IgnoredRevisions {
  /// - Throws: `irregularFile` if git would wait for a FIFO or read a device.
  init(by configuration: GitConfiguration, in root: String, environment: Environment)
    throws(GitError)
  {
    let configured = configuration.values(of: "blame.ignorerevsfile").filter { !$0.isEmpty }
      .map { path in
        let path = File.expandingHome(path, environment: environment)
        return path.hasPrefix("/") ? path : "\(root)/\(path)"
      }
    for file in configured where File.isEndless(file) { throw .irregularFile(file) }
    let usable = configured.filter { File.isRegular($0) }
    if usable.count < configured.count {
      missing = configured.filter { !File.isRegular($0) }
      files = usable
    }
    let usual = "\(root)/\(Self.usualName)"
    let real = File.realPath(usual)
    if File.isRegular(usual), !configured.contains(where: { File.realPath($0) == real }) {
      unconfigured = usual
    }
  }

  /// The file with the usual name, if there is one. If it is also configured, git reads it twice,
  /// which changes nothing.
  static func usual(in root: String) -> IgnoredRevisions {
    var revisions = IgnoredRevisions()
    let file = "\(root)/\(usualName)"
    if File.isRegular(file) { revisions.unconfigured = file }
    return revisions
  }

  /// Whether one of the files is not configured.
  var isOptional: Bool { unconfigured != nil }

  /// The files that are configured.
  var configured: IgnoredRevisions {
    var copy = self
    copy.unconfigured = nil
    return copy
  }

  var options: [String] {
    (files + [unconfigured].compactMap(\.self)).map { "--ignore-revs-file=\($0)" }
  }

  var variables: [String: String] {
    !missing.isEmpty ? ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"] : [:]
  }
}

extension Clone {
  /// The commits that `git blame` looks through in this clone.
  public func ignoredRevisions(by configuration: GitConfiguration) throws(GitError)
    -> IgnoredRevisions
  {
    try IgnoredRevisions(by: configuration, in: root, environment: program.environment)
  }
}
