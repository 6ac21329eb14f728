import Platform

/// The reason why git could not answer. A missing value, such as a remote, is `nil` and not an
/// error.
public enum GitError: Error, Hashable {
  /// The git program was not found or is not executable.
  case gitMissing
  case noSuchPath(String)
  /// Neither the folder nor one of its parents is a clone.
  case noClone(path: String)
  /// Git refuses to read a clone of another user until it is listed in `safe.directory`.
  case dubiousOwner(path: String)
  /// The clone is new: `HEAD` refers to a branch without commits.
  case noCommits(path: String)
  case unknownRevision(String)
  case ambiguousRevision(String, candidates: [String])
  /// The value of `commitdiary.repository` is not a repository.
  case invalidRepository(String)
  /// Neither git's settings nor the caller give an email address of the author.
  case noAddress(path: String)
  /// Any other error, with the error message of git.
  case broken(path: String, detail: String)
  case timedOut(path: String)
  /// A file that git would read is not a regular file, but a FIFO, which would block git, or a
  /// device.
  case irregularFile(String)
}

extension GitError {
  /// The error for a git that could not be run or did not finish.
  init(_ error: ChildError, in directory: String) {
    self =
      switch error {
      case .notFound, .notExecutable: .gitMissing
      case .failed(_, .notFound), .failed(_, .notDirectory): .noSuchPath(directory)
      case .failed(_, let code): .broken(path: directory, detail: code.description)
      case .timedOut: .timedOut(path: directory)
      case .outputTooLong: .broken(path: directory, detail: Errno.tooBig.description)
      }
  }

  /// Interprets the error output of git when it looked for a clone.
  init(errorOutput: [UInt8], path: String) {
    let errorOutput = ErrorOutput(errorOutput)
    if errorOutput.contains("not a git repository") {
      self = .noClone(path: path)
    } else if errorOutput.contains("dubious ownership")
      || errorOutput.contains("unsafe repository")
    {
      self = .dubiousOwner(path: errorOutput.quoted ?? path)
    } else {
      self = .broken(path: path, detail: errorOutput.reason)
    }
  }

  /// Interprets the error output of git when it looked up `revision`.
  init(errorOutput: [UInt8], revision: String, path: String) {
    let errorOutput = ErrorOutput(errorOutput)
    if errorOutput.contains("does not have any commits yet") {
      self = .noCommits(path: path)
    } else if errorOutput.contains("is ambiguous") {
      self = .ambiguousRevision(revision, candidates: errorOutput.candidates)
    } else if ErrorOutput.damagePhrases.contains(where: errorOutput.contains) {
      self = .broken(path: path, detail: errorOutput.reason)
    } else {
      self = .unknownRevision(revision)
    }
  }
}

/// The standard error of git, which is in English because of `LC_ALL=C`.
private struct ErrorOutput {
  var lines: [Substring]

  static let damagePhrases = [
    "corrupt", "unable to read", "could not read", "bad object", "bad config",
    "not a git repository",
  ]

  init(_ bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  func contains(_ words: String) -> Bool { lines.contains { $0.containsBytes(words) } }

  /// The fatal error without its prefix.
  var reason: String {
    let fatal = lines.first { $0.hasPrefix("fatal: ") } ?? lines.last ?? ""
    return String(fatal.hasPrefix("fatal: ") ? fatal.dropFirst(7) : fatal)
  }

  /// The text between the first and the last apostrophe of the fatal error.
  var quoted: String? {
    let reason = reason
    guard let start = reason.firstIndex(of: "'"), let end = reason.lastIndex(of: "'"), start < end
    else { return nil }
    return String(reason[reason.index(after: start)..<end])
  }

  /// The commits in lines such as `hint:   00b1330 commit 1970-01-01 - subject`.
  var candidates: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, words[0] == "hint:", words[2] == "commit" else { return nil }
      return String(words[1])
    }
  }
}
