/// What git's settings say, of the system, the person and the clone together.
public struct GitConfiguration: Hashable, Sendable {
  /// In their order: where a name stands twice the last one counts, or all of them.
  private var entries: [Entry] = []

  private struct Entry: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// Reads what `git config --list -z` writes: a name, a line break, a value and a NUL; no line
  /// break where the setting is only named, and true by that.
  init(listing: [UInt8]) {
    for entry in listing.split(separator: 0) {
      let end = entry.firstIndex(of: UInt8(ascii: "\n")) ?? entry.endIndex
      entries.append(
        Entry(
          name: String(decoding: entry[..<end], as: UTF8.self),
          value: String(decoding: entry[end...].dropFirst(), as: UTF8.self)))
    }
  }

  /// The value that counts. Section and variable are in small letters.
  public subscript(name: String) -> String? {
    entries.last { $0.name == name }?.value
  }
}

extension GitConfiguration {
  /// The remotes by name.
  var remotes: [Remote] {
    var remotes: [Remote] = []
    for entry in entries {
      guard let name = subsection(of: entry.name, in: "remote", variable: "url"),
        // Each further address of a remote is pushed to, but not fetched from.
        !entry.value.isEmpty, !remotes.contains(where: { $0.name == name })
      else { continue }
      remotes.append(Remote(name: name, url: rewritten(entry.value)))
    }
    return remotes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// `origin`, else the only one, else the first by name.
  var mainRemote: Remote? {
    let remotes = remotes
    return remotes.first { $0.name == "origin" } ?? remotes.first
  }

  /// The address with the longest beginning that `insteadOf` names replaced.
  private func rewritten(_ url: String) -> String {
    var best: (beginning: String, base: String)?
    for entry in entries where !entry.value.isEmpty && url.hasPrefix(entry.value) {
      guard let base = subsection(of: entry.name, in: "url", variable: "insteadof"),
        entry.value.utf8.count > best?.beginning.utf8.count ?? 0
      else { continue }
      best = (entry.value, base)
    }
    guard let best else { return url }
    return best.base + url.dropFirst(best.beginning.count)
  }

  /// The middle of `section.middle.variable`, which may have dots itself.
  private func subsection(of name: String, in section: String, variable: String) -> String? {
    guard name.hasPrefix(section + "."), name.hasSuffix("." + variable),
      name.utf8.count > section.utf8.count + variable.utf8.count + 2
    else { return nil }
    return String(name.dropFirst(section.count + 1).dropLast(variable.count + 1))
  }
}

/// A repository elsewhere that a clone knows by a name of its own.
struct Remote: Hashable, Sendable {
  var name: String
  /// As git would use it, with whatever password stands in it: never to be shown or stored.
  var url: String
}
