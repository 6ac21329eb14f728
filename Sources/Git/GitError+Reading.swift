import Platform

extension GitError {
  /// Why git did not run at all.
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

  /// What git complained about while it looked for a clone.
  init(errorOutput: [UInt8], path: String) {
    let errorOutput = ErrorOutput(errorOutput)
    if errorOutput.says("not a git repository") {
      self = .noClone(path: path)
    } else if errorOutput.says("dubious ownership") || errorOutput.says("unsafe repository") {
      self = .dubiousOwner(path: errorOutput.quoted ?? path)
    } else {
      self = .broken(path: path, detail: errorOutput.reason)
    }
  }

  /// What git complained about when it was asked for `revision`.
  init(errorOutput: [UInt8], revision: String, path: String) {
    let errorOutput = ErrorOutput(errorOutput)
    if errorOutput.says("does not have any commits yet") {
      self = .noCommits(path: path)
    } else if errorOutput.says("is ambiguous") {
      self = .ambiguousRevision(revision, candidates: errorOutput.candidates)
    } else if ErrorOutput.ofDamage.contains(where: errorOutput.says) {
      self = .broken(path: path, detail: errorOutput.reason)
    } else {
      self = .unknownRevision(revision)
    }
  }
}

/// Git's standard error, in the language that `LC_ALL=C` gives it.
private struct ErrorOutput {
  var lines: [Substring]

  static let ofDamage = [
    "corrupt", "unable to read", "could not read", "bad object", "bad config",
    "not a git repository",
  ]

  init(_ bytes: [UInt8]) {
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  func says(_ words: String) -> Bool { lines.contains { $0.containsBytes(words) } }

  /// The line that ended it, without its beginning.
  var reason: String {
    let fatal = lines.first { $0.hasPrefix("fatal: ") } ?? lines.last ?? ""
    return String(fatal.hasPrefix("fatal: ") ? fatal.dropFirst(7) : fatal)
  }

  /// What stands between the first apostrophe and the last in the line that ended it.
  var quoted: String? {
    let reason = reason
    guard let start = reason.firstIndex(of: "'"), let end = reason.lastIndex(of: "'"), start < end
    else { return nil }
    return String(reason[reason.index(after: start)..<end])
  }

  /// The commits among `hint:   00b1330 commit 1970-01-01 - subject`.
  var candidates: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, words[0] == "hint:", words[2] == "commit" else { return nil }
      return String(words[1])
    }
  }
}
