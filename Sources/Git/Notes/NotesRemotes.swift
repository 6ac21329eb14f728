import Diary
import Platform

/// The remotes of a clone, with which notes can be exchanged.
public struct NotesRemotes: Sendable {
  struct Addresses: Sendable {
    var fetching: String
    var pushing: String
  }

  private(set) var addresses: [String: Addresses] = [:]
  fileprivate var fetched: [String: [String]] = [:]
  /// The remote that the current branch tracks, else `origin`; `nil` if there is neither.
  public private(set) var main: String?

  init(listing: [UInt8], branch: String) {
    var pushing: [String: String] = [:]
    for entry in listing.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2, let start = parts[0].firstIndex(of: "."),
        let end = parts[0].lastIndex(of: "."), start < end
      else { continue }
      let name = String(parts[0][start...].dropFirst()[..<end])
      switch (parts[0][..<start], parts[0][end...]) {
      // Further addresses are used for pushing only. The name is part of a reference.
      case ("remote", ".url") where addresses[name] == nil && NotesReference.isValid(name):
        addresses[name] = Addresses(fetching: parts[1], pushing: parts[1])
      case ("remote", ".pushurl"): pushing[name] = pushing[name] ?? parts[1]
      case ("remote", ".fetch"): fetched[name, default: []].append(parts[1])
      case ("branch", ".remote") where name == branch: main = parts[1]
      default: break
      }
    }
    for (name, address) in pushing { addresses[name]?.pushing = address }
    main = [main, "origin"].compactMap(\.self).first { addresses[$0] != nil }
  }

  /// The setting by which `git fetch` fetches the notes of a remote. It is a pattern, because every
  /// `git fetch` would fail if the remote did not have a single reference.
  fileprivate static func fetching(_ reference: NotesReference, from remote: String) -> String {
    "+\(reference.name)*:\(reference.tracking(remote).name)*"
  }
}

extension Clone {
  public func notesRemotes() throws(NotesReferenceError) -> NotesRemotes {
    let branch = try run(["symbolic-ref", "--quiet", "--short", "HEAD"]).text.trimmed
    let settings = try run(["config", "-z", "--get-regexp", "^(remote|branch)[.]"])
    return NotesRemotes(listing: settings.output, branch: String(branch))
  }

  /// Adds the setting by which `git fetch` fetches the notes of a remote, which it does not do by
  /// itself, or removes it.
  public func fetchNotes(
    _ isOn: Bool, of reference: NotesReference, from remote: String
  ) throws(NotesReferenceError) {
    let value = NotesRemotes.fetching(reference, from: remote)
    let hasSetting = try notesRemotes().fetched[remote]?.contains(value) == true
    guard hasSetting != isOn else { return }
    let file = commonDirectory + "/config"
    do throws(NotesReferenceError) {
      _ = try successfully(
        ["config", "--file", file] + (isOn ? ["--add"] : ["--fixed-value", "--unset-all"])
          + ["remote.\(remote).fetch", value])
    } catch {
      let lock = file + ".lock"
      throw File.exists(lock) ? .locked(name: file, file: lock) : error
    }
  }

  /// Changes a reference that only this program and `git fetch` write; `nil` removes it.
  public func setReference(
    _ reference: NotesReference, to commit: String?
  ) throws(NotesReferenceError) {
    let change = commit.map { [reference.name, $0] } ?? ["-d", reference.name]
    let result = try write(["update-ref", "--no-deref"] + change)
    guard result.status.isSuccess else {
      throw .git(GitError(errorOutput: result.errorOutput, path: root))
    }
  }
}
